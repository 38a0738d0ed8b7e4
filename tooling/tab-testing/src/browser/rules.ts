import type { Page } from '@playwright/test'
import type { FaultProxy } from '../fault-proxy'
import { type PageRules, watchPage } from '../rules/page-rules'
import { writeProblems } from '../rules/request-rules'

const BINDING = 'canjePress'
const GLOBAL = 'canjeRules'
/** In ms: a dialog that closes returns the focus when its transition ends. */
const PATIENCE = 1_000

/** The rules for every tab: lists what the one in a page has done against them so far. */
export type TabRules = () => Promise<string[]>

/**
 * Watches a page from its next document on.
 *
 * @param errors the errors in its console that no test has allowed
 */
export async function watchRules(page: Page, infoApi: FaultProxy, errors: () => string[]): Promise<TabRules> {
  const presses: number[] = []
  await page.exposeBinding(BINDING, (_source, time: number) => void presses.push(time))
  await page.addInitScript(`window.${GLOBAL} = (${watchPage})((time) => window.${BINDING}(time))`)
  const problems = async () => [
    ...errors().map((error) => `console.error: ${error}`),
    ...(await page.evaluate((name): string[] => (Reflect.get(window, name) as PageRules)?.problems() ?? [], GLOBAL)),
    ...writeProblems(infoApi.requests(), presses),
  ]
  return async () => {
    const end = Date.now() + PATIENCE
    let found = await problems()
    while (found.length > 0 && Date.now() < end) {
      await page.waitForTimeout(50)
      found = await problems()
    }
    return [...new Set(found)]
  }
}
