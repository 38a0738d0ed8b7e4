# Runs a command on a copy of a data folder, in a file system of its own that is full or read-only:
# unwritable.sh <data folder> <mount point> <file for the differences> <read-only|free KB> <full folder in it> <command…>
set -e
source=$1 mounted=$2 differences=$3 state=$4 full=$5
shift 5
mount -t tmpfs none "$mounted"
cp -a "$source/." "$mounted"
if [ "$state" = read-only ]; then
  mount -o remount,ro "$mounted"
else
  room=$(du -sk "$mounted/$full" | cut -f1)
  mount -t tmpfs -o size=$((room + state))k none "$mounted/$full"
  cp -a "$source/$full/." "$mounted/$full"
fi
set +e
"$@"
code=$?
diff -r "$source" "$mounted" > "$differences"
exit $code
