import { MemoryRows } from '@canje/shared-ui'
import { expect, it } from 'vitest'
import type { Code } from './codes'
import { isList } from './is-list'
import { findPasted } from './pasted-codes'

const code = (name: string, used = 0): Code => ({
  id: name,
  name,
  userName: used ? 'Ana Ruiz' : null,
  used,
  date: null,
})
const rows = new MemoryRows(
  ['A1B2C3', 'MAR5', '00123', '=1+1', 'X  Y', 'E,F', 'e\u0301A9', '[X1]9', 'AB12.', 'X/Y1'].map((name, at) =>
    code(name, at % 2),
  ),
)

async function check(search: string) {
  const found = isList(search) ? await findPasted(search, rows) : undefined
  return found && { counts: found.counts, missing: found.missing, names: names(found) }
}

function names(found: MemoryRows<Code>) {
  const query = { search: '', columns: [], conditions: [], sorting: undefined }
  return found.page({ first: 0, size: found.count, query }).rows.map(({ name }) => name)
}

const TWO = { counts: '1 redimido · 1 sin redimir · 1 no existe', missing: ['ZZ99'], names: ['MAR5', 'ZZ99', 'A1B2C3'] }
it.each([
  ['lines', 'MAR5\nZZ99\nA1B2C3'],
  ['lines of Windows, with spaces of any kind and blank ones', ' MAR5\u00a0\r\n\r\n\u2003ZZ99\r\n\u200bA1B2C3\t'],
  ['a sheet with persons', 'MAR5\tAna Ruiz\nZZ99\tLuis\nA1B2C3\t'],
  ['a sheet with its codes behind', '1;"MAR5"\n2;"ZZ99"\n3;"A1B2C3"'],
  ['commas and formulas that are texts', '="MAR5", "=""ZZ99""", A1B2C3'],
  ['semicolons and quotes', '"MAR5";“ZZ99”;\'A1B2C3\''],
  ['bars', '| MAR5 | ZZ99 | A1B2C3 |'],
  ['a table of bars', '| MAR5 | Ana |\n| ZZ99 | Luis |\n| A1B2C3 | Eva |'],
  ['slashes', 'MAR5/ZZ99 / A1B2C3'],
  ['bullets in a line', '• MAR5 • ZZ99 • A1B2C3'],
  ['words in a line', 'MAR5 y ZZ99 y A1B2C3'],
  ['spaces', 'MAR5  ZZ99\u00a0A1B2C3'],
  ['lower case', 'mar5\nZZ99\na1b2c3'],
  ['a sheet with its headers', 'Codigo\tNombre\nMAR5\tAna\nZZ99\tLuis\nA1B2C3\t'],
  ['a header in quotes', '"CÓDIGO"\n"MAR5"\n"ZZ99"\n"A1B2C3"'],
  ['persons and dates behind spaces', 'MAR5 Ana 2025-01-01 10:00\nZZ99 Luis 2025-01-02 9:00\nA1B2C3 Eva'],
  ['a list with numbers', '1. MAR5\n2. ZZ99\n3. A1B2C3'],
  ['phones and dates in further columns', 'MAR5,3043354628,2025-01-01\nZZ99,3043354629,2025-01-02\nA1B2C3,3043354620,'],
  ['a person behind a space', 'MAR5 Ana Ruiz\nZZ99\nA1B2C3 12'],
  ['a sheet with an empty column before', '\tMAR5\n\tZZ99\n\tA1B2C3'],
  ['the marks of a chat and of a sentence', '- ¿*(MAR5)*?.\n•_[ZZ99]_\n<#A1B2C3!>.'],
])('reads %s, in the pasted order', async (_kind, search) => {
  expect(await check(search)).toEqual(TWO)
})

it.each([
  ['a text with commas or spaces', 'E,F\nX Y', ['E,F', 'X  Y']],
  ['what was copied with the guard against formulas', "'=1+1\n00123", ['=1+1', '00123']],
  ['the same text in another normal form', '\u00e9A9\nMAR5', ['e\u0301A9', 'MAR5']],
])('finds %s', async (_kind, search, found) => {
  expect((await check(search))?.names).toEqual(found)
})

it.each([
  ['ZZ99 MAR5\nZZ98\nZZ97 A1B2C3', 'ZZ99 MAR5 ZZ98 ZZ97 A1B2C3'],
  ['MAR5 A1B2C3 ZZ99\n00123', 'MAR5 A1B2C3 ZZ99 00123'],
  ['MAR5 y ZZ99\nA1B2C3', 'MAR5 ZZ99 A1B2C3'],
  ['Codigo: MAR5 ZZ99\nA1B2C3', 'MAR5 ZZ99 A1B2C3'],
  ['MAR5, ZZ99\tAna\nA1B2C3\tEva', 'MAR5 ZZ99 A1B2C3'],
  ['Codigo MAR5\nCodigo ZZ99', 'MAR5 ZZ99'],
  ['Códigos: ZZ97\nZZ98', 'ZZ97 ZZ98'],
  ['1. ZZ97\n2. ZZ98', 'ZZ97 ZZ98'],
  ['ZZ96, ZZ97\nZZ98\nMAR5', 'ZZ96 ZZ97 ZZ98 MAR5'],
  ['MAR5, ZZ99 y ZZ98\nA1B2C3; ZZ97', 'MAR5 ZZ99 ZZ98 A1B2C3 ZZ97'],
  ['Códigos: ZZ97, ZZ98 y ZZ99', 'ZZ97 ZZ98 ZZ99'],
  ['MAR5, ZZ99 y 99999', 'MAR5 ZZ99 99999'],
  ['MAR5, [X1]9 y AB12.', 'MAR5 [X1]9 AB12.'],
  ['["MAR5","ZZ99"]', 'MAR5 ZZ99'],
  ['Ruiz, Ana\tMAR5\nLuis Paz\tZZ99', 'MAR5 ZZ99'],
  ['Ruiz, Ana;MAR5\nLuis Paz;ZZ99', 'MAR5 ZZ99'],
  ['"Ruiz, Ana",MAR5\n"Luis",ZZ99', 'MAR5 ZZ99'],
  ['Id,Usuario,Codigo,Estado\n1,"Ruiz, Ana",MAR5,redimido\n2,Eva,ZZ99,redimido', 'MAR5 ZZ99'],
  ['{MAR5: Ana}\nZZ99: Luis 10:30', 'MAR5 ZZ99'],
  ['MAR5\tREF12\nZZ99\tREF13', 'MAR5 ZZ99'],
  ['Ana MAR5\nLuis Paz ZZ99', 'MAR5 ZZ99'],
  ['1. 00123\n2. 99999', '00123 99999'],
  ['\tMAR5\n99999', 'MAR5 99999'],
  ['Ana\tMAR5\n\t99999', 'MAR5 99999'],
  ['MAR5 Ana\n99999 Luis', 'MAR5 99999'],
  ['MAR5 3043354628\nZZ99 3043354629', 'MAR5 ZZ99'],
  ['MAR5 ANA FERNANDEZ\nZZ99 2025-01-01T10:00', 'MAR5 ZZ99'],
  ['Codigo:\nCODE-X\nMAR5', 'CODE-X MAR5'],
  ['MAR5,A1B2C3\n,ZZ99', 'MAR5 A1B2C3 ZZ99'],
  ['“MAR5”', 'MAR5'],
  ['MAR5 Ana/Luis\nX/Y1 ZZ99', 'MAR5 X/Y1 ZZ99'],
])('reads all codes of %j, and nothing else', async (search, found) => {
  expect((await check(search))?.names).toEqual(found.split(' '))
})

it('finds a code with a comma in a cell', async () => {
  expect((await check('E,F\tAna'))?.names).toContain('E,F')
  expect((await check('E,F\tAna\nMAR5\tEva'))?.names).toEqual(['E,F', 'MAR5'])
})

it.each(['ABC 123', 'Total 1500', 'Lista de códigos 2025:'])('names %j whole', async (text) => {
  expect((await check(`${text}\nMAR5`))?.missing).toEqual([text])
  expect((await check(`${text}; MAR5`))?.missing).toEqual([text])
})

it('has each code once, and all codes of a text', async () => {
  expect(await check('MAR5\nMAR5\nZZ99\nZZ99')).toEqual({
    counts: '1 redimido · 2 repetidos · 1 no existe',
    missing: ['ZZ99'],
    names: ['MAR5', 'ZZ99'],
  })
  const equal = new MemoryRows([code('A1'), code('A1', 1)])
  expect((await findPasted('A1;B2', equal))?.counts).toBe('1 redimido · 1 sin redimir · 1 no existe')
})

it('prefers a code in the pasted case', async () => {
  const both = new MemoryRows([code('A1'), code('a1', 1)])
  expect(names((await findPasted('a1;B2', both)) as MemoryRows<Code>)).toEqual(['a1', 'B2'])
})

it.each([
  ...['MAR5', 'Ana Ruiz', 'JUAN RUIZ', 'Ruiz, Ana', '2025-02-01 08:00:00', '304 335 4628', 'Ana\nLuis', ''],
  ...['Codigo ZZ97\nCodigo ZZ98', 'Codigo,', 'Código;Código', ','],
])('leaves %j to the search', async (search) => {
  expect(await check(search)).toBeUndefined()
})

it('takes an empty search for no list', () => expect(isList('')).toBe(false))

it('reads thousands of lines, and a line of a megabyte', async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `Z${index}9`)
  expect((await check([...lines, 'MAR5'].join('\n')))?.counts).toBe('1 redimido · 5.000 no existen')
  expect((await check(`MAR5;${'"'.repeat(1_000_000)}X`))?.counts).toBe('1 redimido · 1 no existe')
  expect((await check(`MAR5\n${'x'.repeat(1_000_000)}`))?.missing[0]).toHaveLength(201)
  expect((await check(`MAR5;${'99999 '.repeat(20_000)}`))?.missing[0]).toHaveLength(201)
})
