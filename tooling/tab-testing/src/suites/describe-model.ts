import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Row } from '../backend-client'
import { column, headerCell, rows } from '../table'
import { pressButton } from './faults/page'
import { settled } from './faults/settled'
import { dataTexts, openTab, PAGE_SIZE, screenRows, type TabUnderTest } from './tab-under-test'
import { inOrder, isNumeric } from './table-order'

/** The same steps in every run, so that a failure is one of the change. Long runs have others. */
const SEED = process.env.LONG_TESTS ? Date.now() : 66
const RUNS = process.env.LONG_TESTS ? 200 : 4
/** In ms per tab. */
const TIME_LIMIT = process.env.LONG_TESTS ? 600_000 : 12_000
const STEPS = 6

type Step = ['search' | 'order', number] | ['next' | 'last' | 'unsearch']

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constantFrom('search' as const, 'order' as const), fc.nat(99)),
  fc.tuple(fc.constantFrom('next' as const, 'last' as const, 'unsearch' as const)),
)

/**
 * Tests a table by random steps: after each of them it shows what the service holds under the view. A failure prints the
 * shortest sequence.
 */
export function describeModel(tab: TabUnderTest): void {
  describe('any sequence of steps', () => {
    it('shows what the service holds under the view', async () => {
      const property = fc.asyncProperty(fc.array(steps, { maxLength: STEPS, minLength: 1 }), async (sequence) => {
        cleanup()
        const { backendRows } = await openTab(tab)
        await walk(tab, backendRows, sequence)
      })
      await fc.assert(property, {
        seed: SEED,
        numRuns: RUNS,
        interruptAfterTimeLimit: TIME_LIMIT,
        includeErrorInReport: true,
      } as fc.Parameters<[Step[]]>)
    })
  })
}

async function walk(tab: TabUnderTest, all: readonly Row[], sequence: readonly Step[]): Promise<void> {
  const headers = Object.keys(tab.columns)
  const words = all.flatMap(
    (row) => folded(dataTexts(tab, row)[headers.indexOf(tab.textColumn)] ?? '').match(/[a-z]{4,}/g) ?? [],
  )
  const view = { word: '', header: '', direction: 1 as 1 | -1, page: 0 }
  for (const [kind, choice = 0] of sequence) {
    if (kind === 'search' || kind === 'unsearch') {
      view.word = kind === 'search' ? (words[choice % words.length] ?? '') : ''
      view.page = 0
      fireEvent.change(screen.getByLabelText(/^Buscar en /), { target: { value: view.word } })
    } else if (kind === 'order') {
      const header = headers[choice % headers.length] ?? ''
      const first = isNumeric(header) ? -1 : 1
      Object.assign(view, { header, direction: view.header === header ? -view.direction : first, page: 0 })
      fireEvent.click(headerCell(header))
    } else {
      const last = Math.max(0, Math.ceil(found(tab, all, view.word).length / PAGE_SIZE) - 1)
      if (view.page === last) continue
      view.page = kind === 'next' ? view.page + 1 : last
      await pressButton(kind === 'next' ? 'Siguiente página' : 'Última página')
    }
    await settled()
    const shown = found(tab, all, view.word)
    const page = <T>(list: readonly T[]) => list.slice(view.page * PAGE_SIZE, (view.page + 1) * PAGE_SIZE)
    const texts = shown.map((row) => dataTexts(tab, row)[headers.indexOf(view.header)] ?? '')
    await waitFor(
      () =>
        view.header
          ? expect(column(view.header)).toEqual(page(inOrder(texts, view.direction)))
          : expect(rows()).toEqual(page(screenRows(tab, shown))),
      { timeout: 3_000 },
    )
  }
}

function found(tab: TabUnderTest, all: readonly Row[], word: string): readonly Row[] {
  return all.filter((row) => dataTexts(tab, row).some((text) => folded(text).includes(word)))
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
