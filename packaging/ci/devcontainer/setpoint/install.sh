#!/bin/sh
# install.sh : puts the program `setpoint` of a release archive into a folder on the PATH. Its settings are environment variables:
#   URL     address of the archive; {arch} in it is replaced by the processor, amd64 or arm64
#   FILE    path of the archive, instead of URL; {arch} works, too
#   SHA256  its checksum, as 64 hexadecimal digits; or lines of SHA256SUMS, one of which has the archive's name
#   TO      the folder; default /usr/local/bin
set -eu
fail() { printf 'setpoint: %s\n' "$*" >&2; exit 1; }
[ "$(uname -s)" = Linux ] || fail "releases are for Linux, and this system is $(uname -s): use a Linux runner or container"
case $(uname -m) in
  x86_64 | amd64) arch=amd64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) fail "releases are for amd64 and arm64, and this processor is $(uname -m): use another runner" ;;
esac
url=$(printf %s "${URL:-}" | sed "s/{arch}/$arch/g") file=$(printf %s "${FILE:-}" | sed "s/{arch}/$arch/g")
case $url,$file in
  ,) fail "neither a URL nor a file of a release archive is given: set one of them" ;;
  ?*,?*) fail "both a URL and a file are given ($url, $file): leave one out" ;;
esac
name=${url:-$file} name=${name%%\?*} name=${name##*/}
wanted=$(printf '%s\n' "${SHA256:-}" | awk -v name="$name" 'NF == 1 || $2 == name || $2 == "*" name {print $1}')
printf %s "$wanted" | grep -Eqx '[0-9a-f]{64}' ||
  fail "no SHA-256 checksum for $name: set it to 64 hexadecimal digits, or to the lines of the release's SHA256SUMS"
to=${TO:-/usr/local/bin}
{ mkdir -p "$to" && [ -w "$to" ]; } 2> /dev/null || fail "the folder $to cannot be written: choose another one"
# Beside the program, so that it is renamed in one step, and no other folder has to be writable.
work=$(mktemp -d "$to/.setpoint-XXXXXX")
trap 'rm -rf "$work"' EXIT
if [ -n "$url" ]; then
  file=$work/archive
  if command -v curl > /dev/null; then
    curl -fsSL --retry 3 -o "$file" "$url" || fail "$url cannot be downloaded: is it the address of a release archive?"
  elif command -v wget > /dev/null; then
    wget -qO "$file" "$url" || fail "$url cannot be downloaded: is it the address of a release archive?"
  else
    fail 'neither curl nor wget is installed: install one of them, or give the archive as a file'
  fi
fi
[ -f "$file" ] || fail "there is no file $file"
sum=$(sha256sum < "$file") sum=${sum%% *}
[ "$sum" = "$wanted" ] || fail "$name has the checksum $sum, not $wanted: it is another file, or was damaged on its way"
tar -xzf "$file" -C "$work" 2> /dev/null || fail "$name is not a release archive (.tar.gz)"
program=$(find "$work" -type f -path '*/bin/setpoint' | head -n 1)
[ -n "$program" ] || fail "$name contains no bin/setpoint: it is not a release archive"
chmod 755 "$program"
version=$("$program" --version 2> /dev/null) || fail "the program in $name does not run here: is it for another processor than $arch?"
mv -f "$program" "$to/setpoint"
printf '%s installed as %s\n' "$version" "$to/setpoint"
