/** @returns a copy with one bit of the last byte flipped */
export function changeLastByte(content: Buffer): Buffer {
  const changed = Buffer.from(content)
  const last = changed.length - 1
  changed.writeUInt8(changed.readUInt8(last) ^ 1, last)
  return changed
}
