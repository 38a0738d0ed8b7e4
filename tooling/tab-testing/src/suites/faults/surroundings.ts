import { expect, vi } from 'vitest'
import { backend } from '../../backend'
import type { Row } from '../../backend-client'
import { enterPlace, leavePlace } from '../../place'
import { openProblems } from '../../rules/rules'
import { TIME_ZONE } from '../../tab-options'
import { toasts } from '../../toasts'
import { renderedMarkup } from './markup'
import { closeToasts, tabText } from './page'
import { settled } from './settled'

/** The campaign's own, and one of a browser far ahead of UTC (D49, clock times). */
const PLACES = [
  { timezone: TIME_ZONE, locale: 'es-CO' },
  { timezone: 'Pacific/Auckland', locale: 'en-US' },
]
/** 18 digits, which a double rounds (D31, exact numbers). */
const EXACT = '1234567890123456'

/** Requires that a tab shows the same in other time zones and languages. @param show mounts it and carries out a read */
export async function showEverywhere(show: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const shown: string[] = []
  try {
    for (const place of PLACES) {
      enterPlace(place)
      await show()
      await settled()
      shown.push(tabText())
    }
  } finally {
    leavePlace()
    vi.restoreAllMocks()
  }
  expect(shown[1], 'The page in Pacific/Auckland and en-US, and in America/Bogota and es-CO').toBe(shown[0])
}

/**
 * Requires that a tab shows rows as a service may have them, in any number, without an error.
 *
 * @param show mounts it and carries out a read
 * @param word in the text of each row, such as the one that staff search for
 */
export async function showAnyRows(endpoint: string, show: () => Promise<unknown>, word: string): Promise<void> {
  const [example] = payloadOf(endpoint)
  if (!example) return
  const counts = new Map<string, number>()
  for (const [name, rows] of Object.entries(variantsOf(example, word))) {
    const where = `${endpoint} with ${name}`
    backend.respond(endpoint, `{"data":${rows}}`)
    await show()
    await settled()
    expect(await openProblems(), where).toEqual([])
    expect(renderedMarkup(), `${where}: texts of the service, rendered as HTML`).toEqual([])
    expect(
      toasts().filter(({ severity }) => severity === 'error'),
      `${where}: toasts`,
    ).toEqual([])
    const rounded = tabText().match(new RegExp(`${EXACT}\\d\\d`, 'g')) ?? []
    expect(
      rounded.filter((digits) => !rows.includes(digits)),
      `${where}: numbers that were rounded`,
    ).toEqual([])
    counts.set(name, shownRows().length)
    closeToasts()
    if (name !== 'homonyms') continue
    expect(counts.get(name), `${where}: rows`).toBe(counts.get('eleven rows'))
    expect(duplicates(shownRows()), `${where}: rows that look the same`).toEqual([])
  }
  backend.recover(endpoint)
}

function payloadOf(endpoint: string): Row[] {
  for (const { response } of backend.requests(endpoint)) {
    try {
      const { data } = JSON.parse(response)
      const rows = data?.data ?? data
      if (Array.isArray(rows) && typeof rows[0] === 'object') return rows
    } catch {
      // The body of a fault.
    }
  }
  return []
}

/** Rows in JSON, by what is special about them. */
function variantsOf(example: Row, word: string): Record<string, string> {
  const make = (count: number, change: (value: unknown, key: string, index: number) => unknown) =>
    JSON.stringify(
      Array.from({ length: count }, (_, index) =>
        Object.fromEntries(Object.entries(example).map(([key, value]) => [key, change(value, key, index)])),
      ),
    ).replace(/"#(\d+)"/g, '$1')
  const isName = (value: unknown, key: string) => typeof value === 'string' && /name|nombre/i.test(key)
  const numbered = (value: unknown, key: string, index: number) => {
    if (isName(value, key)) return `${word} ${index}`
    return typeof value === 'number' ? value + index : value
  }
  return {
    'no rows': '[]',
    'one row': make(1, numbered),
    'eleven rows': make(11, numbered),
    homonyms: make(11, (value, key, index) => (isName(value, key) ? word : numbered(value, key, index))),
    nulls: make(3, (_value, key, index) => (key === 'id' ? index + 1 : null)),
    'empty texts': make(3, (value, key, index) => (typeof value === 'string' ? '' : numbered(value, key, index))),
    'numbers of 18 digits': make(3, (value, key, index) =>
      typeof value === 'number' ? `#${EXACT}${11 + index}` : numbered(value, key, index),
    ),
    'texts with markup': make(3, (value, key, index) =>
      isName(value, key) ? `${word} <i data-from-service>Ñandú \u202Eéa</i>` : numbered(value, key, index),
    ),
  }
}

function shownRows(): string[] {
  const rows = document.querySelectorAll('tbody tr:not(.p-datatable-emptymessage), li')
  return [...rows].filter((row) => row.closest('[hidden]') === null).map(({ textContent }) => textContent ?? '')
}

function duplicates(texts: readonly string[]): string[] {
  return texts.filter((text, index) => text !== '' && texts.indexOf(text) !== index)
}
