/// <reference lib="esnext.disposable" />
/** A Kubernetes API server for tests: `setpoint apiserver`, with its controllers and fake nodes, in a process of its own. */

/** The version of this package, and of the programs that it works with. */
export const version: string;

/** Base of the errors of this package. */
export class SetpointError extends Error {}
/** The program is missing, cannot run here, or does not start. The message contains what to do. */
export class StartError extends SetpointError {}
/** The server refused a command, or has ended. */
export class ControlError extends SetpointError {}
/** The story or the operator cannot be explored: exit code 2 of `setpoint explore`. */
export class CannotExploreError extends SetpointError {}
/** `setpoint explore` has found something. */
export class FindingsError extends SetpointError {
  constructor(text: string, page: string);
  /** What the command printed. */
  readonly text: string;
  /** The absolute path of the page, one file of HTML. */
  readonly page: string;
}

export type Controllers = "garbage-collection" | "namespaces" | "workloads" | "addresses" | "endpoints" | "nodes";
export type Verb = "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";

export interface Options {
  /** Files or folders with CustomResourceDefinitions, or such objects, to install. */
  crds?: string | readonly (string | object)[];
  /** A file or folder with the objects to start with. */
  snapshot?: string;
  /** Controllers to turn off. */
  without?: Controllers | readonly Controllers[];
  /** Number of fake nodes; the server's default is 1. */
  nodes?: number;
  /** Default 0: any free port. */
  port?: number;
  /** More arguments of `setpoint apiserver`. */
  args?: readonly string[];
  /** The program; by default the one that findProgram() finds. */
  program?: string;
  /** Milliseconds until the server has to be ready; default 30000. */
  startLimit?: number;
  /** Called with what the server writes to its standard error after its start; by default that goes to this process' standard error. */
  onError?: (text: string) => void;
}

/** Which watches; what is left out matches any. */
export interface Watches {
  resource?: string;
  group?: string;
  namespace?: string;
  /** How the client's User-Agent begins. */
  userAgent?: string;
}

/** Which requests a fault concerns; what is left out matches any. */
export interface Requests extends Watches {
  verbs?: Verb | readonly Verb[];
  subresource?: string;
  name?: string;
  /** So many matching requests pass first; by default 0. */
  skip?: number;
  /** How many requests the fault concerns, by default 1; 0: all, until it is cleared. */
  times?: number;
}

export interface Refusal extends Requests {
  /** The reason of the Status, such as `Conflict`. */
  reason?: string;
  message?: string;
  /** Seconds. */
  retryAfter?: number;
}

export interface FaultState {
  fault: number;
  description: string;
  matched: number;
  applied: number;
}

export interface Namespace {
  readonly name: string;
  /** Deletes it, without waiting until the controllers have deleted its content. */
  delete(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A fault of a server. `await using` clears it at the end of the block. */
export class Fault {
  private constructor();
  readonly number: number;
  /** How many requests have matched, and how many got the fault. */
  counts(): Promise<{ matched: number; applied: number }>;
  /** Removes it; held watches continue. */
  clear(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A running `setpoint apiserver`. It ends by stop(), by `await using`, and when this process ends or is killed. */
export class Server {
  private constructor();
  /** The program's version. */
  readonly version: string;
  /** The version of Kubernetes that the server reports, such as v1.37.2. */
  readonly kubernetesVersion: string;
  readonly url: string;
  /** The text of a kubeconfig with one context. */
  readonly kubeconfig: string;
  /**
   * The path of a file with the kubeconfig, which is written when it is first asked for, in the folder for temporary files, with mode 0600. It
   * is removed when the server stops.
   */
  readonly kubeconfigFile: string;
  /** The environment of this process with KUBECONFIG, for an operator that a test starts. */
  readonly env: Record<string, string | undefined>;
  /** The server's process. */
  readonly pid: number;

  /** Ends the server, and waits for that; further calls do nothing. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;

  /**
   * Sends a request to the API and resolves with the decoded JSON of the response: for tests that need no client library. Rejects with the
   * message of a Status if it is refused.
   */
  request(method: string, path: string, body?: unknown, options?: { contentType?: string }): Promise<any>;
  /** A new namespace, whose name begins with the prefix. */
  namespace(prefix?: string): Promise<Namespace>;

  /**
   * Creates or updates CustomResourceDefinitions, of YAML or JSON files, of folders with such files, or given as objects, waits until they are
   * established, and resolves with their names.
   */
  install(what: string | object | readonly (string | object)[]): Promise<string[]>;
  /** Keeps the state of all objects under a name, or in a file as `setpoint snapshot save` writes it. */
  snapshot(to: string | { file: string }): Promise<void>;
  /** Makes the objects equal to a snapshot; watches see that as ordinary changes. */
  restore(from: string | { file: string }): Promise<void>;

  /** Matching requests are answered with this status code, and not executed. */
  refuse(code: number, requests?: Refusal): Promise<Fault>;
  /** Matching requests are executed after this time: milliseconds, or text such as "250ms". */
  delay(duration: number | string, requests?: Requests): Promise<Fault>;
  /** The connection of a matching request ends, and the request is not executed. */
  loseRequest(requests?: Requests): Promise<Fault>;
  /** A matching request is executed, and its connection ends before the answer. */
  loseAnswer(requests?: Requests): Promise<Fault>;
  /** Matching watches, open and new, deliver nothing until the fault is cleared; then what was held back arrives. */
  holdWatches(watches?: Watches): Promise<Fault>;
  faults(): Promise<FaultState[]>;
  /** Removes all faults. */
  clearFaults(): Promise<void>;
  /** Ends the connections of these open watches now, and resolves with how many. */
  dropWatches(watches?: Watches): Promise<number>;
  /** resourceVersions of now and before get 410 from now on, as after a compaction; open watches stay. */
  expireHistory(): Promise<void>;

  /** Sends a command of `setpoint apiserver --control`. Rejects if the server refuses it. */
  command(name: string, members?: object): Promise<any>;
}

/**
 * Starts a server, and resolves when it is ready. Rejects with a StartError if the program is missing, is for another processor, is of another
 * minor version than this package, or does not start.
 */
export function apiserver(options?: Options): Promise<Server>;

/** Starts a server that stops at the end of a test: of node:test (`t`, or `{ after }` for a file) or vitest (the test's context). */
export function apiserverFor(
  t: { after(end: () => Promise<void>): void } | { onTestFinished(end: () => Promise<void>): void },
  options?: Options,
): Promise<Server>;

export interface Exploration {
  /** The story, a file of YAML. */
  story: string;
  /** The operator's program and its arguments, in which {kubeconfig} is replaced. */
  command: readonly string[];
  /** Where the page with the findings is kept; default: setpoint-pages/STORY.html. Without findings there is none. */
  page?: string;
  /** The faults to try. */
  only?: readonly string[];
  /** The faults not to try. */
  except?: readonly string[];
  /** Stop starting plans after this time, such as "2m". */
  time?: string;
  /** Run at most this many plans. */
  plans?: number;
  /** More options of `setpoint explore`. */
  args?: readonly string[];
  /** Of the operator; default: those of this process. */
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** The program `setpoint`. */
  program?: string;
  /** Ends the exploration with the findings so far. */
  signal?: AbortSignal;
}

/**
 * Plays a story of an operator under faults, by `setpoint explore`, and resolves with what it has printed if nothing was found. Rejects with a
 * FindingsError if something was found, and with a CannotExploreError if the story or the operator cannot be explored.
 */
export function explore(exploration: Exploration): Promise<string>;

/**
 * The path of the program: the argument, otherwise the environment variable SETPOINT, otherwise the one of the optional dependency for this
 * platform, otherwise `setpoint` on the PATH. Throws a StartError if there is none.
 */
export function findProgram(program?: string): string;
