import { expect, it, vi } from 'vitest'
import { createRowStore } from './create-row-store'
import { allRows } from './query'
import { ColumnStore } from './worker/column-store'

const request = { query: allRows, sum: undefined, facets: [] }
const rowsJson = (...names: string[]) => JSON.stringify({ data: names.map((name) => ({ name })) })

/** Both ways to read a response, split at any byte. @returns whether its texts are garbled */
const READERS: [string, (bytes: Uint8Array, size: number) => Promise<boolean>][] = [
  [
    'in memory',
    async (bytes) => {
      const body = new Blob([bytes.slice()]).stream()
      const { signal } = new AbortController()
      const source = { path: 'SelectUsers', fields: ['name'], body: body.getReader(), signal, onArrival: vi.fn() }
      const { isGarbled } = await (await createRowStore(source)).summary(request)
      return isGarbled
    },
  ],
  [
    'in a worker',
    async (bytes, size) => {
      const store = new ColumnStore(['name'])
      for (let from = 0; from < bytes.length; from += size) store.push(bytes.slice(from, from + size))
      store.finish()
      const steps = store.summary(request)
      for (;;) {
        const { done, value } = steps.next()
        if (done) return value.isGarbled
      }
    },
  ],
]

it.each(READERS)('finds texts that are no UTF-8, %s', async (_where, isGarbled) => {
  const garbled = [
    Buffer.from(rowsJson('Ana', 'Ángela'), 'latin1'),
    Buffer.from(rowsJson(...Array.from({ length: 20_000 }, () => 'Ana'), 'Peña'), 'latin1'),
    // A truncated character.
    Buffer.concat([Buffer.from('{"data":[{"name":"Pe'), Buffer.of(0xc3), Buffer.from('"}]}')]),
    // A surrogate of UTF-16 (CESU-8).
    Buffer.concat([Buffer.from('{"data":[{"name":"'), Buffer.of(0xed, 0xa0, 0xbd), Buffer.from('"}]}')]),
  ]
  for (const bytes of garbled) expect(await isGarbled(bytes, 64 * 1024)).toBe(true)
})

it.each(READERS)(
  'finds none in UTF-8, split at any byte, with U+FFFD of the service itself too, %s',
  async (_where, isGarbled) => {
    const valid = Buffer.from(`\ufeff${rowsJson('Ángela', '日本語 😀', '\ufffdngela', 'a "b" \\ ñ')}`)
    for (const size of [1, 2, 3, 5, 1024]) expect(await isGarbled(valid, size)).toBe(false)
    for (const count of [8_191, 8_192, 16_384]) {
      const rows = Buffer.from(rowsJson(...Array.from({ length: count }, () => 'ñ')))
      expect(await isGarbled(rows, 64 * 1024)).toBe(false)
    }
    expect(await isGarbled(Buffer.from('{"data":[]}'), 64)).toBe(false)
  },
)
