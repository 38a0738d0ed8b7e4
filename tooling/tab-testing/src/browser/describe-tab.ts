import type { Locator } from '@playwright/test'
import { closedProblems } from '../rules/request-rules'
import { pressEachButton, type Watched } from './buttons'
import { countTimers, expectLinear, expectNoGrowth, markOf } from './growth'
import { closeMounted, mountAgain } from './mount'
import { expectDifferentRows, rowTexts, textOf } from './phone'
import { EXACT, listIn, rowsLike, variantsOf } from './rows'
import type { Tab } from './tab'
import { expect, test } from './test'

/** The campaign's own, and one of a browser far ahead of UTC (D49, clock times). */
const PLACES = [
  { timezone: 'America/Bogota', locale: 'es-CO' },
  { timezone: 'Pacific/Auckland', locale: 'en-US' },
]
const TEXT_FIELD = ':is(input:is([type=text], [type=search], :not([type])), textarea):not([readonly], :disabled)'
/** In ms: a tab that polls requests something within it. */
const POLL = 1_000
/** The same in each place, so that only the place differs. */
const NOW = Date.now()
/** Where a tab needs no text to show rows. */
const WORD = 'Ana'

/** What staff do in a tab that has just opened, to see its rows; by default nothing. */
type Show = (tab: Tab) => Promise<unknown>

/**
 * Tests a tab by rules that need a browser: it is the same in other time zones and languages, no button breaks a rule, any
 * rows are shown and differ on a phone, and openings, typed letters and rows leave or cost no more than they must.
 *
 * @param show carried out after each opening
 * @example
 * describeTab(async (tab) => {
 *   await tab.panel.getByLabel('Nombre').fill('Ana')
 *   await tab.button('Buscar').click()
 * })
 */
export function describeTab(show?: Show): void {
  const shown: string[] = []

  async function showTab({ tab, events }: Watched): Promise<void> {
    await events.quiet()
    if (!show) return
    await show(tab)
    await events.quiet()
  }

  /** Mounts the tab once more with other rows, which have the word that staff search for. */
  async function showRows(watched: Watched, endpoint: string, rows: string): Promise<void> {
    watched.infoApi.respond(endpoint, `{"data":${rows}}`)
    await mountAgain(watched.tab.page)
    await showTab(watched)
  }

  /** @throws Error when the service has no rows to learn from */
  async function listOf(watched: Watched) {
    await showTab(watched)
    const { endpoint, rows } = listIn(watched.infoApi) ?? {}
    test.skip(endpoint === undefined, 'The tab requests no list of rows.')
    if (!endpoint || !rows?.length)
      throw new Error(`${endpoint} has no rows, of which describeTab needs one: see the option 'seed'.`)
    const typed = fieldsOf(watched.tab)
    const word = (await typed.count()) > 0 ? await typed.first().inputValue() : ''
    return { endpoint, rows, word: word || WORD }
  }

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
              rules,
              infoApi,
            }) => {
              test.skip(place !== PLACES[0] && shown.length === 0, 'It is compared with the first place.')
              const watched = { tab, events, rules, infoApi }
              // The tab may show the time.
              await tab.page.clock.setFixedTime(NOW)
              await tab.open()
              await showTab(watched)
              shown.push(await textOf(tab.page))
              expect(shown.at(-1), `The page in this place, and in ${PLACES[0]?.timezone}`).toBe(shown[0])
              await pressEachButton(watched)
            })
          })
      })

    test('shows any rows, which differ on a phone too', async ({ tab, events, rules, infoApi }) => {
      const watched = { tab, events, rules, infoApi }
      const { endpoint, rows: real, word } = await listOf(watched)
      let eleven = 0
      for (const [name, rows] of Object.entries(variantsOf(real, word))) {
        const where = `${endpoint} with ${name}`
        await showRows(watched, endpoint, rows)
        expect(await rules(), where).toEqual([])
        await expect(tab.page.locator('[data-from-service]'), `${where}: texts rendered as HTML`).toHaveCount(0)
        const texts = await textOf(tab.page)
        const wrong =
          texts.match(new RegExp(`${EXACT}\\d\\d|\\bNaN\\b|\\bundefined\\b|\\[object \\w+\\]|Invalid Date`, 'g')) ?? []
        expect(
          wrong.filter((text) => !rows.includes(text)),
          `${where}: wrong texts`,
        ).toEqual([])
        const { length } = await rowTexts(tab.page)
        if (name === 'eleven rows') eleven = length
        if (name !== 'homonyms') continue
        expect(length, `${where}: rows`).toBe(eleven)
        await expectDifferentRows(tab.page, where, () => showRows(watched, endpoint, rows))
      }
    })

    test('leaves nothing behind, however often it is opened', async ({ tab, events, rules, infoApi }) => {
      const watched = { tab, events, rules, infoApi }
      await tab.page.addInitScript(countTimers)
      await tab.open()
      const { endpoint, rows, word } = await listOf(watched)
      const before = infoApi.requests().length
      await tab.page.waitForTimeout(POLL)
      // The shell's own tab stays mounted beneath, and may poll.
      const opened = infoApi.requests().length
      const polled = opened - before + 1
      await expectNoGrowth(tab.page, 'opening of the tab', async (index) => {
        await showRows(watched, endpoint, rowsLike(rows, 30, `${word} ${markOf(index)}`))
        await closeMounted(tab.page)
      })
      await events.quiet()
      const sent = infoApi.requests().length
      await tab.page.waitForTimeout(POLL)
      const requests = infoApi.requests()
      const problems = closedProblems(requests.slice(opened), sent - opened)
      expect(requests.length - sent > polled ? problems : []).toEqual([])
    })

    test('adds nothing by a typed letter', async ({ tab, events }) => {
      await tab.page.addInitScript(countTimers)
      await tab.open()
      await events.quiet()
      const field = fieldsOf(tab).first()
      test.skip((await field.count()) === 0, 'The tab has no field.')
      await expectNoGrowth(tab.page, 'typed letter', async (index) => {
        if (index % 10 === 0) await field.fill('')
        await field.press('e')
      })
    })

    test('does work in proportion to its rows', async ({ tab, events, rules, infoApi }) => {
      const watched = { tab, events, rules, infoApi }
      const { endpoint, rows: real, word } = await listOf(watched)
      await expectLinear(
        tab.page,
        (url) => url.includes(tab.remote),
        (rows) => showRows(watched, endpoint, rowsLike(real, rows, word)),
      )
    })
  })
}

/** Where staff can type. */
function fieldsOf({ page }: Tab): Locator {
  return page.getByRole('tabpanel').locator(TEXT_FIELD).filter({ visible: true })
}
