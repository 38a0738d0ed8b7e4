import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { backend } from '../backend'
import type { Row } from '../backend-client'
import { renderTab, setActive } from '../render-tab'
import { column, headerCell, rows } from '../table'
import { pressButton, stableText } from './faults/page'
import { settled } from './faults/settled'
import { dataTexts, openTab, PAGE_SIZE, screenRows, type TabUnderTest } from './tab-under-test'
import { inOrder } from './table-order'

/** The same steps in every run, so that a failure is one of the change. Long runs have others. */
const SEED = process.env.LONG_TESTS ? Date.now() : 66
const RUNS = process.env.LONG_TESTS ? 200 : 4
/** In ms per tab. */
const TIME_LIMIT = process.env.LONG_TESTS ? 600_000 : 10_000
/** As many as an example has of a table with four columns: fast-check looks for no shorter sequence of a longer one. */
const STEPS = 6
/** In ms. */
const PATIENCE = 3_000
/** What may differ between the pages of a view. Figures and counts are of all rows. */
const PAGE = 'tbody, .p-paginator, [aria-live], .p-toast, [role=tooltip]'
/** Also while a test replaces it. */
const realNow = performance.now.bind(performance)

const CHOICES = ['search', 'order', 'delete'] as const
const PLAIN = ['first', 'next', 'last', 'unsearch', 'refresh', 'back', 'look away'] as const
type Step = [(typeof CHOICES)[number], number] | [(typeof PLAIN)[number]]

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constantFrom(...CHOICES), fc.nat(99)),
  fc.tuple(fc.constantFrom(...PLAIN)),
)

/** What a person has asked for. */
interface View {
  word: string
  header: string
  direction: 1 | -1
  page: number
  /** Its parameters in the URL. */
  params: string
}

/**
 * Tests a table by steps: after each of them it shows what the service holds under the view. Some steps are random, and a
 * failure prints the shortest sequence.
 */
export function describeModel(tab: TabUnderTest): void {
  const headers = Object.keys(tab.columns)
  const last = headers.length - 1
  // The third press of a header removes the order.
  const order = [...headers.keys(), last, last].map((index): Step => ['order', index])
  // Shorter ones, each with one kind of step, have shorter failures.
  const examples: [Step[]][] = [
    [[...order, ['refresh']]],
    [[['next'], ['last'], ['look away'], ['delete', 0], ['back'], ['refresh'], ['first']]],
    [[['next'], ['search', 1], ['next'], ['unsearch'], ['next'], ['refresh']]],
  ]

  it('shows what the service holds under the view, after any steps', { timeout: 3 * TIME_LIMIT }, async () => {
    const start = realNow()
    let end = start + TIME_LIMIT
    let runs = 0
    let patience = PATIENCE
    const property = fc.asyncProperty(
      fc.array(steps, { maxLength: Math.max(STEPS, order.length + 1), minLength: 1 }),
      async (sequence) => {
        // A slow machine has fewer random runs, and prints a longer sequence.
        runs++
        if (runs > examples.length && realNow() > end) return
        await walk(tab, sequence, patience).catch((error) => {
          // The time for shorter sequences, most of which fail as well.
          end = start + 2 * TIME_LIMIT
          patience = PATIENCE / 10
          throw error
        })
      },
    )
    await fc.assert(property, {
      seed: SEED,
      numRuns: RUNS,
      examples,
      includeErrorInReport: true,
    } as fc.Parameters<[Step[]]>)
  })
}

/** @param patience in ms, for the table to show what it should */
async function walk(tab: TabUnderTest, sequence: readonly Step[], patience: number): Promise<void> {
  cleanup()
  backend.reset()
  let { backendRows: held, params } = await openTab(tab)
  if (held.length <= 2 * PAGE_SIZE)
    throw new Error(`${tab.endpoint} must return three pages of rows for the random steps, and has ${held.length}.`)
  let loaded: readonly Row[] = held
  const headers = Object.keys(tab.columns)
  const names = held.map((row) => folded(dataTexts(tab, row)[headers.indexOf(tab.textColumn)] ?? ''))
  // A letter finds several pages.
  const words = names.flatMap((name) => name.match(/[a-z]{4,}/g) ?? []).flatMap((word) => [word, word.slice(0, 1)])
  const view: View = { word: '', header: '', direction: 1, page: 0, params: '' }
  const views: View[] = []
  const lastPage = () => Math.max(0, Math.ceil(found(tab, loaded, view.word).length / PAGE_SIZE) - 1)

  async function take([kind, choice = 0]: Step): Promise<void> {
    if (kind === 'search' || kind === 'unsearch') {
      const word = kind === 'search' ? (words[choice % words.length] ?? '') : ''
      if (word === view.word) return
      Object.assign(view, { word, page: 0 })
      fireEvent.change(screen.getByLabelText(/^Buscar en /), { target: { value: view.word } })
    } else if (kind === 'order') {
      const header = headers[choice % headers.length] ?? ''
      // Of numbers, the order is descending first.
      const first = headerCell(header).classList.contains('number-cell') ? -1 : 1
      const isThird = view.header === header && view.direction !== first
      const direction = view.header === header ? -first : first
      Object.assign(view, isThird ? { header: '', page: 0 } : { header, direction, page: 0 })
      fireEvent.click(headerCell(header))
      const sort = isThird ? 'none' : view.direction === 1 ? 'ascending' : 'descending'
      await waitFor(() => expect(headerCell(header).ariaSort, `Order by ${header}`).toBe(sort))
    } else if (kind === 'delete') {
      // By somebody else: it shows with the next load.
      held = held.toSpliced(choice % held.length, 1)
      backend.respond(tab.endpoint, { data: held })
    } else if (kind === 'refresh' && tab.refreshes) {
      loaded = held
      view.page = 0
      await pressButton('Refrescar')
    } else if (kind === 'back' && views.length > 1 && view.params !== '') {
      // By the button of the browser, from another page.
      loaded = held
      views.pop()
      Object.assign(view, views.pop())
      view.page = Math.min(view.page, lastPage())
      cleanup()
      params = (await renderTab(tab.Tab, { params: view.params })).params
    } else if (kind === 'look away') {
      setActive(false)
      setActive(true)
    } else if (kind === 'first' || kind === 'next' || kind === 'last') {
      const page = { first: 0, next: view.page + 1, last: lastPage() }[kind]
      if (page === view.page || page > lastPage()) return
      view.page = page
      await pressButton({ first: 'Primera', next: 'Siguiente', last: 'Última' }[kind].concat(' página'))
    }
  }

  for (const [index, step] of sequence.entries()) {
    const before = stableText(PAGE)
    await take(step)
    await settled()
    const shown = found(tab, loaded, view.word)
    const page = <T>(list: readonly T[]) => list.slice(view.page * PAGE_SIZE, (view.page + 1) * PAGE_SIZE)
    const texts = shown.map((row) => dataTexts(tab, row)[headers.indexOf(view.header)] ?? '')
    await waitFor(
      () =>
        view.header
          ? expect(column(view.header)).toEqual(page(inOrder(texts, view.direction)))
          : expect(rows()).toEqual(page(screenRows(tab, shown))),
      {
        timeout: patience,
        // Without the elements of the page. The steps after these are none of the failure.
        onTimeout: (error) =>
          Object.assign(error, { message: `After ${JSON.stringify(sequence.slice(0, index + 1))}: ${error.message}` }),
      },
    )
    if (['first', 'next', 'last'].includes(step[0]))
      await waitFor(() => expect(stableText(PAGE), 'Texts beside the rows, of another page of them').toBe(before))
    view.params = params().toString()
    views.push({ ...view })
  }
}

function found(tab: TabUnderTest, all: readonly Row[], word: string): readonly Row[] {
  return all.filter((row) => dataTexts(tab, row).some((text) => folded(text).includes(word)))
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
