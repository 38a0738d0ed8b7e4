import type { Condition } from '../query'
import { keyText } from '../row-key'
import { toTextTest } from '../text-test'
import { CellReader, type ColumnBlocks, readKeys } from './column-block'
import type { ValuesOf } from './row-numbers'
import { hashOf } from './string-dictionary'
import { encodeUtf8 } from './utf8'

/** Returns whether a row meets a condition. */
export type RowTest = (row: number) => boolean

export function toRowTest(cells: ColumnBlocks, condition: Condition, valuesOf: ValuesOf): RowTest {
  if ('keys' in condition) {
    const keys = new Set(condition.keys)
    const { field } = condition.column
    const keyOf = readKeys(cells, { ...condition, field })
    const mayHaveKey = toIdTest(new CellReader(cells.blocksOf(field)), condition.keys)
    return (row) => mayHaveKey(row) && keys.has(keyOf(row))
  }
  const isMet = toTextTest(condition)
  const values = valuesOf(condition.column)
  /** By the number of the value, as far as it was tested. */
  const areMet: boolean[] = []
  return (row) => {
    const id = values.idAt(row)
    areMet[id] ??= isMet(values.text(id))
    return areMet[id]
  }
}

/** Returns a test that all rows with these keys pass and few others do, without making a text of each id. */
function toIdTest(ids: CellReader, keys: readonly string[]): RowTest {
  const texts = keys.map((key) => encodeUtf8(keyText(key.replace(/\n.*/s, ''))))
  const [first] = texts
  if (first && texts.length === 1)
    return (row) => {
      ids.read(row)
      return ids.start === ids.end || ids.hasBytes(first, 0, first.length)
    }
  const hashes = new Set(texts.map((text) => hashOf(text, 0, text.length)))
  return (row) => {
    ids.read(row)
    return ids.start === ids.end || hashes.has(hashOf(ids.bytes, ids.start, ids.end))
  }
}
