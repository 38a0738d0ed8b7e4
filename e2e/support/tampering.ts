/** The bytes of a file, of which the last one was changed. */
export function oneByteChanged(content: Buffer): Buffer {
  const changed = Buffer.from(content)
  const last = changed.length - 1
  changed.writeUInt8(changed.readUInt8(last) ^ 1, last)
  return changed
}
