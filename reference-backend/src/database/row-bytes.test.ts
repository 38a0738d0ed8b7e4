import { expect, it } from 'vitest'
import { RowBytes } from './row-bytes'

const message = (type: string, content: Buffer | string = '') => {
  const body = Buffer.from(content)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}
const row = (text: string) => {
  const head = Buffer.alloc(6)
  head.writeUInt16BE(1)
  head.writeUInt32BE(Buffer.byteLength(text), 2)
  return message('D', Buffer.concat([head, Buffer.from(text)]))
}

const texts = ['{"a":"D"}', '"Ñandú 🙂"', 'x'.repeat(40_000), '1']
const begun = [message('2'), message('T', 'D of a column\0')]
const suspended = message('s')
const ended = [message('C', 'SELECT 4\0'), message('Z', 'I')]
const others = Buffer.concat([...begun, suspended, ...ended])
const rowMessages = texts.map(row)
const sent = Buffer.concat([...begun, ...rowMessages.slice(0, 2), suspended, ...rowMessages.slice(2), ...ended])

it.each([1, 2, 3, 7, 10, 11, 12, 64, 4_096, sent.length])(
  'parts rows from the rest, received %d bytes at once',
  (size) => {
    const passed: Buffer[] = []
    const rows = new RowBytes((bytes) => passed.push(Buffer.from(bytes)))
    for (let at = 0; at < sent.length; at += size) rows.receive(Buffer.from(sent.subarray(at, at + size)))

    expect(rows.take().toString()).toBe(texts.join(','))
    expect(rows.take()).toHaveLength(0)
    expect(Buffer.concat(passed).equals(others)).toBe(true)
  },
)

it('gives the rows before a message when that is passed on', () => {
  const batches: string[] = []
  const rows = new RowBytes(() => batches.push(rows.take().toString()))
  rows.receive(Buffer.concat([row('1'), row('2'), suspended, row('3'), suspended, row('4')]))

  expect([...batches, rows.take().toString()]).toEqual(['1,2', ',3', ',4'])
})

it.each([1, 4, 5, 9])('passes on %d bytes of a message that comes after the end', (size) => {
  const passed: Buffer[] = []
  const rows: RowBytes = new RowBytes((bytes) => {
    passed.push(Buffer.from(bytes))
    if (bytes[0] === 'Z'.charCodeAt(0)) rows.end()
  })
  const notice = message('N', 'SNOTICE\0').subarray(0, size)
  rows.receive(Buffer.concat([row('1'), ...ended, notice]))

  expect(rows.take().toString()).toBe('1')
  expect(Buffer.concat(passed).equals(Buffer.concat([...ended, notice]))).toBe(true)
})
