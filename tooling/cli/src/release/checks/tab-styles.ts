import { unlimitedStyles } from '@canje/build/unlimited-styles'
import { containerGlobal, excerpt, type ReleaseManifest } from '@canje/registry'
import type { Browser, Page } from 'playwright-core'
import { asCommandError } from '../../project/command-error'
import type { Finding } from '../findings'
import { buildFailed } from './dist'
import { type BuiltFile, filesIn } from './unverified-scripts'

/** Characters of the selectors in a message. */
const MAX_QUOTED = 200

/**
 * Requires style sheets to end at the tab (D34), as the build of the kit limits its own.
 *
 * @param dist absolute path of a production build
 * @param find lists what of a sheet reaches further
 * @returns a finding per style sheet that reaches further
 */
export async function checkTabStyles(
  manifest: ReleaseManifest,
  dist: string,
  find: (sheet: string, container: string) => string[] | Promise<string[]> = unlimitedIn,
): Promise<Finding[]> {
  const container = containerGlobal(manifest.name, manifest)
  const findings: Finding[] = []
  for (const { path, content } of await styleSheetsIn(dist)) {
    // As in a browser, without a byte order mark.
    const found = await find(new TextDecoder().decode(content), container)
    if (found.length === 0) continue
    const message = `${path} of ${manifest.name} reaches beyond its tab: ${excerpt(found.join(', '), MAX_QUOTED)}.`
    const fix = `Begin every selector with [data-styles="${container}"], as the class TabStyles of docs/other-builds.md does.`
    findings.push(buildFailed(message, fix))
  }
  return findings
}

/** The style sheets of a build, with their bytes. */
export async function styleSheetsIn(dist: string): Promise<BuiltFile[]> {
  return (await filesIn(dist)).filter(({ path }) => path.endsWith('.css'))
}

/**
 * As {@link checkTabStyles}, for what a browser reads of the style sheets: it ends strings, URLs and blocks with an error
 * elsewhere than other parsers, and decodes escaped names.
 *
 * @returns none for a style sheet that the other check refuses
 */
export async function checkStylesIn(browser: Browser, manifest: ReleaseManifest, dist: string): Promise<Finding[]> {
  // Nothing that a sheet imports is loaded.
  const context = await browser.newContext({ offline: true })
  try {
    const page = await context.newPage()
    return await checkTabStyles(manifest, dist, async (sheet, container) => {
      const isRefused = unlimitedIn(sheet, container).length > 0
      return isRefused ? [] : unlimitedIn(await asBrowserReads(page, sheet), container)
    })
  } finally {
    await context.close()
  }
}

/** @returns the style sheet as the browser of a page writes it */
function asBrowserReads(page: Page, sheet: string): Promise<string> {
  return page.evaluate((text) => {
    const style = document.head.appendChild(document.createElement('style'))
    style.textContent = text
    const rules = Array.from(style.sheet?.cssRules ?? [], ({ cssText }) => cssText)
    style.remove()
    return rules.join('\n')
  }, sheet)
}

function unlimitedIn(sheet: string, container: string): string[] {
  // Its byte order mark, decoded as UTF-8: browsers would read the bytes that follow in another way.
  if (sheet.startsWith('\uFFFD\uFFFD')) return ['text in UTF-16']
  try {
    return unlimitedStyles(sheet, container)
  } catch (error) {
    return [asCommandError(error).message]
  }
}
