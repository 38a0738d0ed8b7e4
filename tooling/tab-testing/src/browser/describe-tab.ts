import { executionError } from '../messages'
import { OUTSIDE, pressEachButton, refuseWrites } from './buttons'
import { API_FAILED, RESOURCE_FAILED } from './console'
import { expectLinear, expectNoGrowth, markOf } from './growth'
import { expectDifferentRows, rowTexts, textOf } from './phone'
import { reopen } from './reopen'
import { EXACT, listIn, type Row, rowsLike, variantsOf } from './rows'
import type { Tab } from './tab'
import { test as base, expect } from './test'

/** The campaign's own, and one of a browser far ahead of UTC (D49, clock times). */
const PLACES = [
  { timezone: 'America/Bogota', locale: 'es-CO' },
  { timezone: 'Pacific/Auckland', locale: 'en-US' },
]
/** The same in each place, so that only the place differs. */
const NOW = Date.now()
const TEXT_FIELD = ':is(input:is([type=text], [type=search], :not([type])), textarea):not([readonly], :disabled)'
/** What a regular expression, a URL or a query of a database reads as its own. */
const SPECIAL = `%(Ñ' & "[\\#?`
/** Where a tab needs no text to show rows. */
const WORD = 'Ana'
/** Texts for what is no value, or a number that a double has rounded. */
const WRONG = new RegExp(`${EXACT}\\d\\d|\\bNaN\\b|\\bundefined\\b|\\[object \\w+\\]|Invalid Date`, 'g')

/** The list that a tab shows. */
interface List {
  endpoint: string
  /** Those of the service. */
  real: Row[]
  /** What staff have typed to find rows. */
  word: string
  /** Closes the tab and opens it with other rows. */
  show: (rows: Row[]) => Promise<void>
}

interface Fixtures {
  /** Shows the rows of the tab, which has just opened. */
  showTab: () => Promise<void>
  list: List
}

/**
 * Tests a tab by rules that need a browser: it is the same in other time zones and languages, no button breaks a rule, any
 * rows are shown and differ on a phone, and openings and rows leave or cost no more than they must.
 *
 * @param show what staff do in a tab that has just opened, to see its rows; by default nothing
 * @example
 * describeTab(async (tab) => {
 *   await tab.panel.getByLabel('Nombre').fill('Ana')
 *   await tab.button('Buscar').click()
 * })
 */
export function describeTab(show: (tab: Tab) => Promise<unknown> = async () => undefined): void {
  const test = base.extend<Fixtures>({
    showTab: ({ tab, events }, use) =>
      use(async () => {
        await events.quiet()
        await expect(tab.panel.locator(':focus'), 'The tab takes the focus when it opens').toHaveCount(0)
        await show(tab)
        await events.quiet()
      }),
    list: async ({ tab, infoApi, showTab }, use, { skip }) => {
      await showTab()
      const { endpoint, rows: real = [] } = listIn(infoApi) ?? {}
      skip(endpoint === undefined, 'The tab requests no list of rows.')
      if (!endpoint || real.length === 0)
        throw new Error(`${endpoint} has no rows, of which describeTab needs one: see the option 'seed'.`)
      const typed = tab.panel.locator(TEXT_FIELD).filter({ visible: true }).first()
      const word = (await typed.count()) > 0 ? await typed.inputValue() : ''
      await use({
        endpoint,
        real,
        word: word || WORD,
        async show(rows) {
          infoApi.respond(endpoint, { data: rows })
          await reopen(tab)
          await showTab()
        },
      })
    },
  })
  let shown: string | undefined

  test.describe('the tab', () => {
    // A busy machine opens a tab 25 times in more than the 30 s of other tests.
    test.slow()

    // The second place needs what the first one has shown.
    test.describe
      .serial('in each place', () => {
        for (const place of PLACES)
          test.describe(`in ${place.timezone} and ${place.locale}`, () => {
            test.use(place)

            test('shows the same, and breaks no rule by a press of any button', async ({
              tab,
              events,
              expectRules,
              showTab,
            }) => {
              test.skip(place !== PLACES[0] && shown === undefined, 'It is compared with the first place.')
              // The tab may show the time.
              await tab.page.clock.setFixedTime(NOW)
              await tab.open()
              await showTab()
              const text = await textOf(tab.page)
              shown ??= text
              expect(text, `The page in this place, and in ${PLACES[0]?.timezone}`).toBe(shown)
              await pressEachButton(tab, events, expectRules)
            })
          })
      })

    test('takes any text that staff type', async ({ tab, events, expectRules, allowConsoleErrors }) => {
      // Its service may refuse the text.
      allowConsoleErrors(RESOURCE_FAILED, API_FAILED)
      let isRefused = false
      tab.page.on('response', (response) => {
        isRefused ||= response.status() >= 400
      })
      await refuseWrites(tab)
      await events.quiet()
      const fields = tab.panel.locator(TEXT_FIELD).filter({ visible: true })
      for (let index = 0; index < (await fields.count()); index++) {
        isRefused = false
        await events.expecting(OUTSIDE, async () => {
          await fields.nth(index).fill(SPECIAL)
          await fields.nth(index).press('Enter')
          await events.quiet()
        })
        const where = `after ${SPECIAL} in field ${index + 1}`
        const failures = isRefused ? 0 : await tab.toast(executionError.detail).count()
        expect(failures, `${where}: toasts of failed requests, of which none has failed`).toBe(0)
        await expectRules(where)
      }
    })

    test('shows any rows, which differ on a phone too', async ({ tab, expectRules, list }) => {
      let eleven = 0
      for (const [name, rows] of Object.entries(variantsOf(list.real, list.word))) {
        const where = `${list.endpoint} with ${name}`
        await list.show(rows)
        await expectRules(where)
        await expect(tab.page.locator('[data-from-service]'), `${where}: texts rendered as HTML`).toHaveCount(0)
        const sent = tab.requests(list.endpoint).at(-1)?.response ?? ''
        const wrong = (await textOf(tab.page)).match(WRONG)?.filter((text) => !sent.includes(text))
        expect(wrong ?? [], `${where}: wrong texts`).toEqual([])
        const { length } = await rowTexts(tab.page)
        if (name === 'eleven rows') eleven = length
        if (name !== 'homonyms') continue
        expect(length, `${where}: rows`).toBe(eleven)
        await expectDifferentRows(tab.page, where, () => list.show(rows))
      }
    })

    test('leaves nothing behind, however often it is opened', async ({ tab, list }) => {
      await expectNoGrowth(tab.page, (opening) => list.show(rowsLike(list.real, 30, `${list.word} ${markOf(opening)}`)))
    })

    test('does work in proportion to its rows', async ({ tab, list }) => {
      await expectLinear(tab, (count) => list.show(rowsLike(list.real, count, list.word)))
    })
  })
}
