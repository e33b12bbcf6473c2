"""For gdb 13 or later: printers for setpoint's types, and the commands `setpoint tasks` and `setpoint backtrace`.

    gdb -p PID -x share/gdb/setpoint.py

It only reads memory, so it works with core files too. It needs the types of the program's own sources (-g, and -fstandalone-debug
with clang) and the symbols of setpoint's libraries, not their debug information. docs/how-to/debug.md describes it.
"""

import re
import time

import gdb

NAMESPACE = r"^setpoint::(?:v\d+::)?"  # with and without the inline namespace of the version
POINTER = gdb.lookup_type("void").pointer()
NEVER = 2**63 - 1
MOST_WAITERS = 10_000_000  # more than a process can have


# ---- printers ----

def text_of(interned):
    """The characters of an interned_string: they follow its header, of references and size."""
    rep = interned["rep_"]
    if int(rep) == 0:
        return ""
    return (rep + 1).cast(gdb.lookup_type("char").pointer()).string("utf-8", "replace", int(rep["size"]))


def std_text(string):
    return string["_M_dataplus"]["_M_p"].string("utf-8", "replace", int(string["_M_string_length"]))


def in_variant(variant):
    """The index and the value of what a boost::variant2 holds."""
    index = int(variant["ix_"])
    names = {f.name for t in bases_of(variant.type) for f in t.fields()}
    if "st2_" in names:
        storage, index = variant["st2_" if index & 1 else "st1_"], index >> 1
    elif variant["st_"].type.strip_typedefs().code == gdb.TYPE_CODE_ARRAY:
        storage, index = variant["st_"][index & 1], index >> 1
    else:
        storage = variant["st_"]
    skipped = 1 if str(storage["first_"].type).endswith("::none") else 0  # an alternative of the library's own
    for _ in range(index):
        storage = storage["rest_"]
    return index - skipped, storage["first_"]


def bases_of(kind):
    kind = kind.strip_typedefs()
    yield kind
    for field in kind.fields():
        if field.is_base_class:
            yield from bases_of(field.type)


def has_field(kind, name):
    try:
        return any(f.name == name for t in bases_of(kind) for f in t.fields())
    except TypeError:  # no class
        return False


class InternedString:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return text_of(self.value)

    def display_hint(self):
        return "string"


class Boxed:
    def __init__(self, value):
        held = value.type.strip_typedefs().template_argument(0)
        self.pointer = value["value_"].address.cast(held.pointer().pointer()).dereference()

    def to_string(self):
        return "empty boxed" if int(self.pointer) == 0 else "boxed"

    def children(self):
        return [] if int(self.pointer) == 0 else [("value", self.pointer.dereference())]


class Error:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        server = std_text(self.value["server_text"])
        return str(self.value["code"]).rsplit("::", 1)[-1] + ": " + std_text(self.value["message"]) + \
            (f': "{server}"' if server else "")


class Result:
    def __init__(self, value):
        self.index, self.held = in_variant(value["v_"])

    def to_string(self):
        return "result with an error" if self.index == 1 else "result"

    def children(self):
        if self.index == 1:
            return [("error", self.held)]
        return [] if str(self.held.type).endswith("monostate") else [("value", self.held)]


class Snapshot:
    def __init__(self, value):
        self.pointer = value["_M_ptr"]

    def to_string(self):
        if int(self.pointer) == 0:
            return "no snapshot"
        meta = self.pointer["metadata"]
        name, ns, version = (text_of(meta[f]) for f in ("name", "ns", "resource_version"))
        kind = str(self.pointer.type.target().strip_typedefs().unqualified()).rsplit("::", 1)[-1]
        return f"snapshot of {kind} " + (f"{ns}/" if ns else "") + name + (f", version {version}" if version else "")

    def children(self):
        return [] if int(self.pointer) == 0 else [("object", self.pointer.dereference())]


PRINTERS = [(re.compile(NAMESPACE + pattern), printer) for pattern, printer in (
    (r"interned_string$", InternedString), (r"boxed<.*>$", Boxed), (r"error$", Error), (r"result<.*>$", Result))]


SHARED_CONST = re.compile(r"std::shared_ptr<(const .*|.* const ?)>$")


def printer_for(value):
    if value.type.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        value = value.referenced_value()
    kind = value.type.strip_typedefs().unqualified()
    name = kind.tag or str(kind)
    for pattern, printer in PRINTERS:
        if pattern.match(name):
            return printer(value)
    # A snapshot<T> is a std::shared_ptr<const T> of an object.
    if SHARED_CONST.match(name) and has_field(kind.template_argument(0), "metadata"):
        return Snapshot(value)
    return None


# ---- tasks ----

def word(address):
    return int(gdb.Value(address).cast(POINTER.pointer()).dereference())


def symbol_at(address):
    found = gdb.execute(f"info symbol {address:#x}", to_string=True)
    return "" if found.startswith("No symbol") else found.split(" in section ")[0].strip()


def is_loop(kind):
    kind = kind.strip_typedefs()
    if kind.code in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_REF):
        kind = kind.target().strip_typedefs()
    return bool(re.match(NAMESPACE + "loop$", str(kind.unqualified())))


def as_loop(value):
    if value.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
        return value.dereference()
    return value.referenced_value() if value.type.code == gdb.TYPE_CODE_REF else value


def loop_in_frames():
    frame = gdb.selected_frame()
    while frame is not None:
        try:
            block = frame.block()
        except RuntimeError:  # no debug information
            block = None
        while block is not None and not block.is_global and not block.is_static:
            for symbol in block:
                if (symbol.is_variable or symbol.is_argument) and is_loop(symbol.type):
                    value = frame.read_var(symbol)
                    if not value.is_optimized_out:
                        return as_loop(value)
            block = block.superblock
        frame = frame.older()
    return None


def loop_on_stack():
    """program::run() has the loop on its stack: a reference to the real clock, then no virtual clock."""
    kind = None
    for name in ("setpoint::loop", "setpoint::v0::loop"):
        try:
            kind = gdb.lookup_type(name)
            break
        except gdb.error:
            continue
    if kind is None or not has_field(kind, "waiters_"):
        raise gdb.GdbError("setpoint: the type setpoint::loop is incomplete: compile the program's sources with -g, and "
                           "with -fstandalone-debug if the compiler is clang")
    frame = gdb.newest_frame()
    begin = int(frame.read_register("sp")) & ~7
    while frame.older() is not None:
        frame = frame.older()
    end = int(frame.read_register("sp"))
    for at in range(begin, end, 8):
        try:
            clock = word(at)
            if word(at + 8) == 0 and re.search(r"vtable for setpoint::(v\d+::)?real_clock\b", symbol_at(word(clock))):
                found = gdb.Value(at).cast(kind.pointer()).dereference()
                # A logger also refers to the clock.
                if int(found["random_"].address) != 0 and 0 < count_of(found["waiters_"]) < MOST_WAITERS:
                    return found
        except gdb.MemoryError:
            continue
    return None


def find_loop(expression):
    if expression:
        return as_loop(gdb.parse_and_eval(expression))
    found = loop_in_frames() or loop_on_stack()
    if found is None:
        raise gdb.GdbError("setpoint: no loop in the frames of this thread; select another thread, or name it: "
                           "setpoint tasks in env.event_loop()")
    return found


def count_of(vector):
    return int(vector["_M_impl"]["_M_finish"] - vector["_M_impl"]["_M_start"])


def waiters_of(loop):
    vector = loop["waiters_"]["_M_impl"]
    at, end = vector["_M_start"], vector["_M_finish"]
    while at != end:
        waiter = at.dereference()
        if bool(waiter["used"]) and int(waiter["owner"]) != 0 and bool(waiter["resume"]["_M_payload"]["_M_engaged"]):
            yield waiter
        at += 1


def line_of(waiter):
    name, due = text_of(waiter["owner"]["name"]), int(waiter["due"]["__d"]["__r"])
    if bool(waiter["signalled"]):
        return f"{name}: is ready to run"
    if due == NEVER:
        return f"{name}: waits for I/O or another task"
    left = due / 1e9 - time.clock_gettime(time.CLOCK_BOOTTIME)
    if gdb.selected_inferior().connection.type != "core" and -60 < left < 1e7:
        return f"{name}: waits for I/O or another task, for at most {left:.1f} s"
    # Of a core file, or under a virtual clock, whose times count from the start of the test.
    return f"{name}: waits for I/O or another task, at most until {due / 1e9:.1f} s"


def shortened(function):
    function = re.sub(r" \[clone \.\w+\]$", "", function)
    function = re.sub(r"std::chrono::time_point<setpoint::(v\d+::)?monotonic, [^()]*?> > >", "setpoint::time_point", function)
    return re.sub(r"std::(__cxx11::)?basic_string<char, std::char_traits<char>, std::allocator<char> ?>", "std::string", function)


def stack_of(waiter):
    """The coroutines of the waiting task, innermost first: (function, file:line)."""
    handler = waiter["resume"]["_M_payload"]["_M_payload"]["_M_value"]
    frame = handler["bottom_of_stack_"]["frame_"].dereference()["top_of_stack_"]
    while int(frame) != 0:
        # A coroutine's frame begins with the address of its resume function.
        address = word(int(frame["coro_"]["_M_fr_ptr"]))
        function = shortened(symbol_at(address)) or f"{address:#x}"
        line = gdb.find_pc_line(address)
        yield function, f"{line.symtab.filename}:{line.line}" if line.symtab else ""
        frame = frame["caller_"]


class Setpoint(gdb.Command):
    """Commands for programs that use setpoint: `setpoint tasks`, `setpoint backtrace TASK`."""

    def __init__(self):
        super().__init__("setpoint", gdb.COMMAND_STACK, prefix=True)


class Tasks(gdb.Command):
    """setpoint tasks [in LOOP] : the tasks that wait, and for what. LOOP is an expression; it is found if it is in a frame."""

    def __init__(self):
        super().__init__("setpoint tasks", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        waiters = list(waiters_of(find_loop(argument.removeprefix("in ").strip())))
        for waiter in waiters:
            print(line_of(waiter))
        print(f"{len(waiters)} tasks wait")


class Backtrace(gdb.Command):
    """setpoint backtrace TASK [in LOOP] : the coroutines of a task that waits, innermost first. TASK: a part of its name."""

    def __init__(self):
        super().__init__("setpoint backtrace", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        wanted, _, expression = argument.partition(" in ")
        found = [w for w in waiters_of(find_loop(expression.strip())) if wanted.strip() in text_of(w["owner"]["name"])]
        if not found:
            raise gdb.GdbError(f"setpoint: no task that waits has '{wanted.strip()}' in its name; setpoint tasks lists them")
        for waiter in found:
            print(line_of(waiter))
            calls = [(f, at) for f, at in stack_of(waiter) if not f.startswith("boost::asio::")]
            for number, (function, at) in enumerate(calls):
                print(f"#{number}  {function}" + (f" at {at}" if at else ""))


# gdb asks the printers of object files first, and those of libstdc++ also print a shared_ptr.
for objfile in gdb.objfiles():
    objfile.pretty_printers.insert(0, printer_for)
gdb.events.new_objfile.connect(lambda event: event.new_objfile.pretty_printers.insert(0, printer_for))
Setpoint()
Tasks()
Backtrace()
