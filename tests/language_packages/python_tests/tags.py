"""tags.py WHEEL : the tags of the wheel hold on the systems that they name, by the rules of pip, and agree with its content."""

import email
import struct
import sys
import zipfile

from packaging import tags, utils

path = sys.argv[1]
name, version, build, of_name = utils.parse_wheel_filename(path.rsplit("/", 1)[-1])
with zipfile.ZipFile(path) as wheel:
    info = f"setpoint_apiserver-{version}.dist-info"
    inside = {str(next(iter(tags.parse_tag(t)))) for t in email.message_from_bytes(wheel.read(f"{info}/WHEEL")).get_all("Tag")}
    program = wheel.read("setpoint/bin/setpoint")
    mode = wheel.getinfo("setpoint/bin/setpoint").external_attr >> 16
assert name == "setpoint-apiserver" and not build, (name, build)
assert inside == {str(t) for t in of_name}, (inside, of_name)
assert mode & 0o111, oct(mode)
machine = {62: "x86_64", 183: "aarch64"}[struct.unpack_from("<H", program, 18)[0]]
assert all(t.platform.endswith(machine) for t in of_name), of_name
table, size, count = (*struct.unpack_from("<Q", program, 32), *struct.unpack_from("<HH", program, 54))
is_static = 3 not in [struct.unpack_from("<I", program, table + i * size)[0] for i in range(count)]
wanted = {f"manylinux2014_{machine}", f"musllinux_1_1_{machine}"} if is_static else {f"linux_{machine}"}
assert {t.platform for t in of_name} == wanted, of_name
supported = {str(t) for t in tags.sys_tags()}
assert supported & inside, "pip would not install it here"
print("tags:", *sorted(inside))
