import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = import.meta.dirname

/** A selector with `:has` whose last compound is any element. */
const ANY_ELEMENT = /:has\([^{},]*[\s>+~]\*\s*[,{]/

it('has no rule by which a change computes the styles of every element below it', () => {
  const sheets = readdirSync(folder).filter((file) => file.endsWith('.css'))
  expect(sheets).toContain('table.css')
  expect(sheets.filter((file) => ANY_ELEMENT.test(readFileSync(join(folder, file), 'utf8')))).toEqual([])
})
