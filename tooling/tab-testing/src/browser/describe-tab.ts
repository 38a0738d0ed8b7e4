import { readAxe } from '@canje/cli/release/tab-in-shell'
import { executionError } from '../messages'
import { expectAccessible } from './accessibility'
import { OUTSIDE, pressEachButton, refuseWrites } from './buttons'
import { API_FAILED, RESOURCE_FAILED } from './console'
import { expectLinear, expectNoGrowth, markOf } from './growth'
import { expectKeys } from './keys'
import { expectDifferentRows, expectOnPaper, rowTexts, textOf } from './phone'
import { lookAway, reopen } from './reopen'
import { EXACT, isName, listIn, type Row, rowsLike, variantsOf } from './rows'
import type { Tab } from './tab'
import { test as base, expect } from './test'

/** The campaign's own, and one of a browser far ahead of UTC (D49, clock times), in either theme. */
const PLACES = [
  { timezone: 'America/Bogota', locale: 'es-CO', colorScheme: 'light' as const },
  { timezone: 'Pacific/Auckland', locale: 'en-US', colorScheme: 'dark' as const },
]
/** The same in each place, so that only the place differs. */
const NOW = Date.now()
const CONTRAST = { type: 'rule' as const, values: ['color-contrast'] }
const hasZero = (text: string) => /\b0\b/.test(text)
const TEXT_FIELD = ':is(input:is([type=text], [type=search], :not([type])), textarea):not([readonly], :disabled)'
/** What a regular expression, a URL or a query of a database reads as its own. */
const SPECIAL = `%(Ñ' & "[\\#?`
/** Where a tab needs no text to show rows. */
const WORD = 'Ana'
/** A name, and the same for a search (D48, found by). Staff may type a space after it, as the keyboard of a phone does. */
const [ACCENTED, OTHER_ACCENTS] = ['Íñigo Muñoz', 'iñigo MUNÓZ ']
/** Texts for what is no value, for a wait without an end, or a number that a double has rounded. */
const WRONG = new RegExp(`${EXACT}\\d\\d|\\b(Cargando|NaN|null|undefined|Invalid Date)\\b|\\[object \\w+\\]`, 'g')

/** The list that a tab shows. */
interface List {
  endpoint: string
  /** Those of the service. */
  real: Row[]
  /** What staff have typed to find rows; without it, any name. */
  word: string
  /** Whether staff have typed a name. */
  isFoundByName: boolean
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
        await tab.page.evaluate(keepTyped, TEXT_FIELD)
        await show(tab)
        await events.quiet()
      }),
    list: async ({ tab, infoApi, showTab }, use, { skip }) => {
      await showTab()
      const { endpoint, rows: real = [] } = listIn(infoApi) ?? {}
      skip(endpoint === undefined, 'The tab requests no list of rows.')
      if (!endpoint || real.length === 0)
        throw new Error(`${endpoint} has no rows, of which describeTab needs one: see the option 'seed'.`)
      const typed = await tab.page.evaluate(() => document.documentElement.dataset.typed ?? '')
      const names = real.flatMap((row) => Object.entries(row).filter(([key, value]) => isName(value, key)))
      await use({
        endpoint,
        real,
        word: typed || WORD,
        isFoundByName:
          typed !== '' && names.some(([, name]) => String(name).toLowerCase().includes(typed.toLowerCase())),
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
              if (await readAxe()) await expectAccessible(tab.panel, CONTRAST)
              await expectOnPaper(tab.page)
              await pressEachButton(tab, events, expectRules)
            })
          })
      })

    test('leaves the keys of other fields alone, and lets Tab go on to them', async ({ tab, events }) => {
      await events.quiet()
      await expectKeys(tab.page)
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
        const where = `after ${SPECIAL} in field ${index + 1}`
        await events.expecting(OUTSIDE, async () => {
          const entries = await tab.page.evaluate(() => history.length)
          await fields.nth(index).fill('a')
          for (const key of ['Home', 'ArrowRight', 'Backspace']) await fields.nth(index).press(key)
          await expect(fields.nth(index), 'After Home, ArrowRight and Backspace').not.toHaveValue('a')
          await fields.nth(index).fill(SPECIAL)
          await events.quiet()
          expect(await tab.page.evaluate(() => history.length), `${where}: entries of the history`).toBe(entries)
          await fields.nth(index).press('Enter')
          await events.quiet()
        })
        const failures = isRefused ? 0 : await tab.toast(executionError.detail).count()
        expect(failures, `${where}: toasts of failed requests, of which none has failed`).toBe(0)
        await expectRules(where)
      }
    })

    test('shows any rows, which differ on a phone too', async ({ tab, expectRules, list }) => {
      let eleven: string[] = []
      for (const [name, rows] of Object.entries(variantsOf(list.real, list.word))) {
        const where = `${list.endpoint} with ${name}`
        await list.show(rows)
        await expectRules(where)
        await expect(tab.page.locator('[data-from-service]'), `${where}: texts rendered as HTML`).toHaveCount(0)
        const request = tab.requests(list.endpoint).at(-1)
        // The `null` of JSON is no text.
        const sent = request?.response.replaceAll(/\bnull(?=[,\]}])/g, '') ?? ''
        const wrong = (await textOf(tab.page)).match(WRONG)?.filter((text) => !sent.includes(text))
        expect(wrong ?? [], `${where}: wrong texts`).toEqual([])
        const texts = await rowTexts(tab.page)
        if (name === 'eleven rows') eleven = texts
        // A zero of any rows is of another list, such as how often a person bought.
        if (name === 'nulls' && !eleven.some(hasZero)) expect(texts.filter(hasZero), `${where}: zeros`).toEqual([])
        if (name !== 'homonyms') continue
        expect(texts.length, `${where}: rows`).toBe(eleven.length)
        await expectDifferentRows(tab.page, where, () => list.show(rows))
      }
    })

    test('finds a name with any accents, by Enter', async ({ tab, infoApi, events, list }) => {
      test.skip(!list.isFoundByName, 'Staff type no name.')
      await list.show(rowsLike(list.real, 3, list.word))
      const { length } = await rowTexts(tab.page)
      test.skip(length === 0, 'The tab shows no list or table.')
      infoApi.respond(list.endpoint, { data: rowsLike(list.real, 3, ACCENTED) })
      await reopen(tab)
      await events.quiet()
      const field = tab.panel.locator(TEXT_FIELD).filter({ visible: true })
      const kinds = await field.evaluateAll((all) => all.map(({ localName }) => localName))
      // Another field may be required too, and Enter adds a line to a longer text.
      test.skip(String(kinds) !== 'input', 'The name is not in the only field, of one line.')
      await field.fill(OTHER_ACCENTS)
      await field.press('Enter')
      await expect.poll(() => rowTexts(tab.page), `'${ACCENTED}' for '${OTHER_ACCENTS}'`).toHaveLength(length)
    })

    test('loads by Reintentar what has not loaded', async ({ tab, infoApi, showTab, allowConsoleErrors }) => {
      allowConsoleErrors(RESOURCE_FAILED)
      const chunks = `**/${tab.remote}/**`
      const respond = infoApi.hold()
      await tab.open()
      await tab.page.route(chunks, (route) => route.abort())
      respond()
      await showTab()
      await tab.page.unroute(chunks)
      const retry = tab.button('Reintentar')
      for (let left = await retry.count(); left > 0; left--) {
        await retry.first().click()
        await expect(retry, 'What has not loaded after a press').toHaveCount(left - 1)
      }
    })

    test('shows what it had after a look at another tab', async ({ tab, infoApi, events, showTab }) => {
      await showTab()
      const [shown, sent] = [await rowTexts(tab.page), infoApi.requests().length]
      await lookAway(tab, async () => {
        await events.quiet()
        expect(infoApi.requests().slice(sent), 'Requests while another tab is shown').toEqual([])
        infoApi.hold()
      })
      await expect.poll(() => rowTexts(tab.page), 'Rows, before any response').toEqual(shown)
    })

    test('leaves nothing behind, however often it is opened', async ({ tab, list }) => {
      await expectNoGrowth(tab.page, (opening) => list.show(rowsLike(list.real, 30, `${list.word} ${markOf(opening)}`)))
    })

    test('does work in proportion to its rows', async ({ tab, list }) => {
      await expectLinear(tab, (count) => list.show(rowsLike(list.real, count, list.word)))
    })
  })
}

/** Runs in the page: keeps the text of the first field in which staff type from now on, which a result may replace. */
function keepTyped(selector: string): void {
  let field: Element
  document.documentElement.dataset.typed = ''
  // Replaces the listener of an earlier opening. A tab that searches while staff type may get no 'change'.
  document.oninput = ({ target }) => {
    const typed = target as HTMLInputElement
    if (typed.matches(selector)) field ??= typed
    if (typed === field) document.documentElement.dataset.typed = typed.value
  }
}
