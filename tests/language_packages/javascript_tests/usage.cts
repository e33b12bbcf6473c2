// Type-checked, not run: the same types for CommonJS.
import setpoint = require("@setpoint/apiserver");

async function start(): Promise<string> {
  const server: setpoint.Server = await setpoint.apiserver();
  const fault: setpoint.Fault = await server.holdWatches();
  await fault.clear();
  return server.kubeconfigFile;
}

start().catch((error: unknown) => console.error(error instanceof setpoint.StartError));
