#!/usr/bin/env python3
"""minisign.py sign KEY FILE [COMMENT] | verify PUBLIC FILE | public KEY : signatures in the format of minisign, in FILE.minisig

  KEY     a secret key of minisign, or an Ed25519 key in PEM (`openssl genpkey -algorithm ed25519`). Only its owner may read the file. The
          password of a key that has one is the first line of the file that the environment variable SETPOINT_KEY_PASSWORD_FILE names
  PUBLIC  a public key of minisign: a file, or its second line
  public  prints the public key of KEY

Signatures are those of `minisign -S`: of the BLAKE2b hash of the file ("prehashed"), so `minisign -V` accepts them. Ed25519 is OpenSSL's.
Nothing here makes or keeps a key. The time in the signature is SOURCE_DATE_EPOCH, so that the same file has the same signature.
"""

import base64
import hashlib
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from artifacts import Wrong, programs  # noqa: E402

# The headers of an Ed25519 key in DER, private (RFC 8410) and public.
PRIVATE = bytes.fromhex("302e020100300506032b657004220420")
PUBLIC = bytes.fromhex("302a300506032b6570032100")
LEGACY, PREHASHED = b"Ed", b"ED"


def openssl(*arguments, key=b"", password=None):
    """Runs openssl, which reads a key from a pipe, never from a file or an argument."""
    fds = []
    words = ["openssl", *arguments]
    for option, content in (("-inkey" if arguments[0] == "pkeyutl" else "-in", key), ("-passin", password)):
        if not content:
            continue
        read, write = os.pipe()
        os.write(write, content)
        os.close(write)
        fds.append(read)
        words += [option, f"fd:{read}" if option == "-passin" else f"/dev/fd/{read}"]
    try:
        return subprocess.run(words, pass_fds=fds, capture_output=True, check=False)
    except FileNotFoundError:
        raise Wrong("openssl is missing") from None
    finally:
        for fd in fds:
            os.close(fd)


def password():
    path = os.environ.get("SETPOINT_KEY_PASSWORD_FILE")
    if not path:
        return None
    try:
        return pathlib.Path(path).read_bytes().split(b"\n")[0]
    except OSError as e:
        raise Wrong(f"SETPOINT_KEY_PASSWORD_FILE={path}: {e.strerror}") from None


def public_of(seed):
    done = openssl("pkey", "-inform", "DER", "-pubout", "-outform", "DER", key=PRIVATE + seed)
    if done.returncode != 0:
        raise Wrong("openssl does not accept the key")
    return done.stdout[-32:]


def read_pem(path, content):
    done = openssl("pkey", "-outform", "DER", key=content, password=password() or b"none")
    if done.returncode != 0 or not done.stdout.startswith(PRIVATE) or len(done.stdout) != 48:
        raise Wrong(f"{path} is not an Ed25519 key in PEM, or it needs a password (SETPOINT_KEY_PASSWORD_FILE)")
    seed = done.stdout[-32:]
    return hashlib.blake2b(public_of(seed), digest_size=8).digest(), seed


def scrypt(secret, salt, operations, memory):
    """The stream that hides a key, with the parameters that libsodium derives from the limits."""
    operations = max(operations, 32768)
    log, most = 1, (operations // 32 if operations < memory // 32 else memory // 1024)
    while log < 63 and 1 << log <= most // 2:
        log += 1
    p = 1 if operations < memory // 32 else min(operations // 4 // (1 << log), 0x3FFFFFFF) // 8
    if 128 * 8 << log > 1 << 30 or p > 16:
        raise Wrong("the password of this key needs more than 1 GiB of memory")
    return hashlib.scrypt(secret, salt=salt, n=1 << log, r=8, p=max(p, 1), maxmem=(1 << 30) + (1 << 25), dklen=104)


def read_minisign(path, content):
    try:
        blob = base64.b64decode(content.split(b"\n")[1], validate=True)
        algorithm, kdf, checksum, salt, operations, memory, hidden = struct.unpack("<2s2s2s32sQQ104s", blob)
    except (IndexError, ValueError, struct.error):
        raise Wrong(f"{path} is not a secret key of minisign") from None
    if algorithm != LEGACY or checksum != b"B2" or kdf not in (b"Sc", b"\0\0"):
        raise Wrong(f"{path} is a key of a kind that is not supported")
    if kdf == b"Sc":
        secret = password()
        if secret is None:
            raise Wrong(f"{path} has a password: name its file in SETPOINT_KEY_PASSWORD_FILE")
        hidden = bytes(a ^ b for a, b in zip(hidden, scrypt(secret, salt, operations, memory)))
    number, seed, public, digest = hidden[:8], hidden[8:40], hidden[40:72], hidden[72:]
    # A key without a password has no sum.
    wrong = kdf == b"Sc" and hashlib.blake2b(algorithm + hidden[:72], digest_size=32).digest() != digest
    if wrong or public_of(seed) != public:
        raise Wrong(f"{path}: wrong password, or the file is damaged")
    return number, seed


def read_key(path):
    """Returns the number and the seed of a secret key."""
    try:
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_mode & 0o077:
                raise Wrong(f"others than its owner may read {path}: chmod 600 {path}")
            content = file.read(65536)
    except OSError as e:
        raise Wrong(f"the key {path} cannot be read: {e.strerror}") from None
    return read_pem(path, content) if b"-----BEGIN" in content else read_minisign(path, content)


def sign_bytes(seed, message):
    with tempfile.NamedTemporaryFile() as file:
        file.write(message)
        file.flush()
        done = openssl("pkeyutl", "-sign", "-rawin", "-keyform", "DER", "-in", file.name, key=PRIVATE + seed)
    if done.returncode != 0 or len(done.stdout) != 64:
        raise Wrong(f"openssl cannot sign: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def is_signed(public, message, signature):
    with tempfile.TemporaryDirectory() as work:
        for name, content in (("message", message), ("signature", signature), ("key", PUBLIC + public)):
            (pathlib.Path(work) / name).write_bytes(content)
        done = openssl("pkeyutl", "-verify", "-rawin", "-pubin", "-keyform", "DER", "-inkey", f"{work}/key", "-in", f"{work}/message",
                       "-sigfile", f"{work}/signature")
    return done.returncode == 0


def sign(key, path, comment=None):
    """Writes path.minisig. Returns the public key."""
    number, seed = read_key(key)
    content = pathlib.Path(path).read_bytes()
    signature = sign_bytes(seed, hashlib.blake2b(content).digest())
    trusted = comment or f"timestamp:{programs.time_of_sources()}\tfile:{pathlib.Path(path).name}\thashed"
    whole = sign_bytes(seed, signature + trusted.encode())
    lines = ["untrusted comment: signature of setpoint", base64.b64encode(PREHASHED + number + signature).decode(),
             f"trusted comment: {trusted}", base64.b64encode(whole).decode()]
    pathlib.Path(f"{path}.minisig").write_text("\n".join(lines) + "\n")
    return public_key(number, public_of(seed))


def public_key(number, public):
    return base64.b64encode(LEGACY + number + public).decode()


def read_public(text):
    """From a file, or a line."""
    if os.path.exists(text):
        text = pathlib.Path(text).read_text(errors="replace").strip().split("\n")[-1]
    try:
        blob = base64.b64decode(text, validate=True)
        algorithm, number, public = struct.unpack("<2s8s32s", blob)
    except (ValueError, struct.error):
        raise Wrong(f"'{text}' is not a public key of minisign") from None
    if algorithm != LEGACY:
        raise Wrong("the public key is of a kind that is not supported")
    return number, public


def verify(key, path):
    """Returns the trusted comment, or raises Wrong."""
    number, public = read_public(key)
    try:
        lines = pathlib.Path(f"{path}.minisig").read_text().split("\n")
        algorithm, signer, signature = struct.unpack("<2s8s64s", base64.b64decode(lines[1], validate=True))
        trusted, whole = lines[2].removeprefix("trusted comment: "), base64.b64decode(lines[3], validate=True)
    except (OSError, IndexError, ValueError, struct.error):
        raise Wrong(f"{path}.minisig is missing, or not a signature of minisign") from None
    if signer != number:
        raise Wrong(f"{path} is signed with another key: {signer[::-1].hex().upper()}, not {number[::-1].hex().upper()}")
    content = pathlib.Path(path).read_bytes()
    if algorithm == PREHASHED:
        content = hashlib.blake2b(content).digest()
    elif algorithm != LEGACY:
        raise Wrong(f"{path}.minisig is of a kind that is not supported")
    if not is_signed(public, content, signature):
        raise Wrong(f"{path} is not what was signed")
    if not is_signed(public, signature + trusted.encode(), whole):
        raise Wrong(f"the comment in {path}.minisig is not what was signed")
    return trusted


def main(words):
    if words[:1] == ["sign"] and len(words) in (3, 4):
        print(f"public key: {sign(*words[1:])}")
    elif words[:1] == ["verify"] and len(words) == 3:
        print(verify(*words[1:]))
    elif words[:1] == ["public"] and len(words) == 2:
        number, seed = read_key(words[1])
        print(f"untrusted comment: minisign public key {number[::-1].hex().upper()}\n{public_key(number, public_of(seed))}")
    else:
        sys.exit(__doc__.strip())


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Wrong as e:
        sys.exit(f"minisign.py: {e}")
