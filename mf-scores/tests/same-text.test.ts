import { backend, column, field, filterBy, openFilter, openTab, renderTab, requestRows } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { scores } from './tab'

/** The same text in another form (D48, comparing texts): one choice, one group, and found by each other. */
const SAME: Record<string, (text: string) => string> = {
  'accents of their own': (text) => text.normalize('NFD'),
  'two spaces': (text) => text.replaceAll(' ', '  '),
  'no-break spaces': (text) => text.replaceAll(' ', '\u00A0'),
  'spaces around it': (text) => ` ${text}\u2003`,
  'zero-width spaces': (text) => [...text].join('\u200B'),
  'direction marks': (text) => `\u202A${text}\u202C\u200E`,
}
/** Another text by which it is found. */
const FOUND: Record<string, (text: string) => string> = {
  ...SAME,
  'upper case': (text) => text.toUpperCase(),
  'no accents': (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
}
/** A phone of ten digits in another form. */
const PHONES: Record<string, (phone: string) => string> = {
  spaces: (phone) => phone.replace(/(...)(...)/, '$1 $2 '),
  'brackets and dashes': (phone) => phone.replace(/(...)(...)/, '($1) $2\u2011'),
  points: (phone) => phone.replace(/(...)(...)/, '$1.$2.'),
  'no-break spaces and direction marks': (phone) => `\u202A${phone.replace(/(...)(...)/, '$1\u00A0$2\u2060')}\u202C`,
  '+57': (phone) => `+57${phone}`,
  '+57 apart': (phone) => phone.replace(/(...)(...)/, '+57 $1 $2 '),
  '57': (phone) => `57 ${phone}`,
  '0057': (phone) => `0057${phone}`,
  '(0057)': (phone) => `(0057) ${phone}`,
}
/** A phone as it is copied, or its first digits. */
const TYPED: Record<string, (phone: string) => string> = {
  'a comma': (phone) => `${phone},`,
  'quotes and a semicolon': (phone) => `“+57${phone}”;`,
  'middle dots': (phone) => phone.replace(/(...)(...)/, '$1·$2·'),
  'tel:': (phone) => `tel:+57${phone}`,
  'the first digits after +57 and spaces': (phone) => phone.replace(/(...)(...).*/, '+57 $1 $2'),
  'the first digits after +57': (phone) => `+57${phone.slice(0, 7)}`,
  'the first digits after 0057': (phone) => `0057${phone.slice(0, 7)}`,
  'the first digits after 0057 apart': (phone) => `0057 ${phone.slice(0, 6)}`,
  'the first digits after 57': (phone) => `57${phone.slice(0, 6)}`,
}
const formsOf = (forms: Record<string, (text: string) => string>, text: string) =>
  Object.entries(forms).map(([form, write]) => [form, write(text)] as const)

const NAME = 'José María Núñez'
const PHONE = '3043354628'
const row = (id: number, name: string, locate = 'Cali') => ({ id, points: 10, name, locate, date: null })
const totals = () => screen.getByRole('group', { name: 'Totales' }).textContent

/** Searches in the tab for each text. @returns the ids found */
async function search(texts: readonly string[]): Promise<string[][]> {
  const { user } = await renderTab(scores.Tab)
  const box = await screen.findByRole('textbox', { name: 'Buscar en Puntaje' })
  const found: string[][] = []
  for (const text of texts) {
    await user.clear(box)
    await waitFor(() => expect(screen.queryByText(/encontrados?$/)).toBeNull())
    await user.click(box)
    await user.paste(text)
    await screen.findByText(/^\d+ encontrados?$/)
    found.push(column('Id'))
  }
  return found
}

describe('the service', () => {
  it.each(Object.entries(FOUND))('finds a name with %s', async (_form, write) => {
    const scored = await requestRows('SelectScores', {})
    const name = scored.map(({ name }) => String(name)).find((name) => /[áéíóú].* /.test(name)) ?? ''
    const wanted = await requestRows('SelectScores', { prmNameOrPhone: name })
    expect(new Set(wanted.map((found) => found.name))).toEqual(new Set([name]))
    expect(await requestRows('SelectScores', { prmNameOrPhone: write(name) })).toEqual(wanted)
  })

  it.each(Object.entries(PHONES))('finds a phone with %s', async (_form, write) => {
    const [{ name } = {}] = await requestRows('SelectScores', {})
    const { phone } = (await requestRows('SelectUsers')).find((user) => user.name === name) ?? {}
    const digits = String(phone).slice(-10)
    const wanted = await requestRows('SelectScores', { prmNameOrPhone: String(phone) })
    expect(wanted.length).toBeGreaterThan(0)
    expect(await requestRows('SelectScores', { prmNameOrPhone: write(digits) })).toEqual(wanted)
  })

  it.each(Object.entries(TYPED))('finds a phone that is typed with %s', async (_form, write) => {
    const [{ name } = {}] = await requestRows('SelectScores', {})
    const { phone } = (await requestRows('SelectUsers')).find((user) => user.name === name) ?? {}
    const found = await requestRows('SelectScores', { prmNameOrPhone: write(String(phone).slice(-10)) })
    expect(found.map((score) => score.name)).toContain(name)
  })
})

it('a search finds each form of a name by each other', async () => {
  const texts = formsOf(FOUND, NAME).map(([, text]) => text)
  backend.respond('SelectScores', { data: [...texts.map((name, id) => row(id, name)), row(99, 'Jose Núñez')] })
  const all = texts.map((_, id) => String(id))
  expect(await search([NAME, ...texts])).toEqual([NAME, ...texts].map(() => all))
})

it('a search finds each form of a phone by each other', async () => {
  const texts = [PHONE, ...formsOf(PHONES, PHONE).map(([, text]) => text)]
  const data = [...texts.map((phone, id) => row(id, 'Ana', phone)), row(99, 'Ana', '3053364629')]
  backend.respond('SelectScores', { data })
  const all = texts.map((_, id) => String(id))
  const searches = [...texts, ...formsOf(TYPED, PHONE).map(([, text]) => text)]
  expect(await search(searches)).toEqual(searches.map(() => all))
})

it('a search finds a row by its numbers, which are no phone, in any order', async () => {
  const data = [
    { ...row(1, 'Ana'), points: 30, date: '2025-07-18 10:42:00' },
    { ...row(2, 'Ana'), points: 30 },
  ]
  backend.respond('SelectScores', { data })
  expect(await search(['2025-07-18 30', '30 2025-07-18'])).toEqual([['1'], ['1']])
})

it('the forms of a name are one choice and one group, with all of their rows', async () => {
  const texts = [NAME, NAME, ...formsOf(SAME, NAME).map(([, text]) => text)]
  const others = ['JOSÉ MARÍA NÚÑEZ', 'Jose Maria Nunez', 'JoséMaría Núñez']
  backend.respond('SelectScores', { data: [...texts, ...others].map((name, id) => row(id, name)) })
  const { user } = await renderTab(scores.Tab)
  await user.click(await screen.findByRole('button', { name: 'Resumen' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('Total de la vista')
  const groups = within(dialog)
    .getAllByRole('row')
    .map(({ textContent }) => textContent)
  expect(groups.filter((text) => text?.startsWith(NAME))).toEqual([`${NAME}${texts.length}${10 * texts.length}`])
  await user.click(within(dialog).getByRole('button', { name: NAME }))
  await screen.findByText(`${texts.length} encontrados`)
  expect(totals()).toContain(`${10 * texts.length} puntos de los encontrados`)

  await user.click(screen.getByRole('button', { name: 'Filtro' }))
  const choices = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Usuario' })
  expect([...choices.options].map(({ text }) => text)).toEqual([
    'Cualquiera',
    `${NAME} (${texts.length})`,
    // In Spanish order.
    'Jose Maria Nunez (1)',
    'JOSÉ MARÍA NÚÑEZ (1)',
    'JoséMaría Núñez (1)',
  ])
  expect(choices.selectedOptions[0]?.text).toBe(`${NAME} (${texts.length})`)
})

it('a form of a text in the URL selects its choice', async () => {
  backend.respond('SelectScores', { data: ['Cali', 'Cali ', 'Tunja'].map((locate, id) => row(id, 'Ana', locate)) })
  const { user } = await renderTab(scores.Tab, { params: `locate=${encodeURIComponent('\u200BCali')}` })
  await screen.findByText('2 encontrados')
  await user.click(screen.getByRole('button', { name: 'Filtro' }))
  const choices = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Punto de venta' })
  expect([...choices.options].map(({ text, selected }) => [text, selected])).toEqual([
    ['Cualquiera', false],
    ['Cali (2)', true],
    ['Tunja (1)', false],
  ])
})

it('sends a filter as it was typed, but none without visible characters', async () => {
  const { user } = await openTab(scores)
  const typed = 'Jose\u0301 \u00A0Núñez'
  const dialog = await openFilter(user)
  await user.click(field())
  await user.paste('\u200B \u2060')
  await user.click(dialog.getByRole('button', { name: 'Filtrar' }))
  await dialog.findByText('Falta el nombre o el número de teléfono.')
  await user.clear(field())
  await user.type(field(), `${typed}{Enter}`)
  await waitFor(() =>
    expect(backend.requests('SelectScores').map(({ body }) => JSON.parse(body))).toEqual([
      {},
      { prmNameOrPhone: typed },
    ]),
  )
})

it.each([
  ['304 335 4628', true],
  ['+573043354628', true],
  ['3043354628', false],
  ['Núñez', false],
])('where the service finds none of %j, says how a phone may be written: %s', async (text, isSaid) => {
  backend.respond('SelectScores', { data: [row(1, 'Ana')] })
  const { user } = await renderTab(scores.Tab)
  await screen.findByRole('button', { name: '1 en total' })
  backend.respond('SelectScores', { data: [] })
  await filterBy(user, text)
  await screen.findByText('Nada coincide con los filtros.')
  expect(screen.queryByText(/pruebe con los diez dígitos/) !== null).toBe(isSaid)
})
