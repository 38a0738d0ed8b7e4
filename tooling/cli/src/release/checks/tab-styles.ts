import { unlimitedStyles } from '@canje/build/unlimited-styles'
import { containerGlobal, excerpt, type ReleaseManifest } from '@canje/registry'
import { asCommandError } from '../../project/command-error'
import type { Finding } from '../findings'
import { buildFailed } from './dist'
import { filesIn } from './unverified-scripts'

/** Characters of the selectors in a message. */
const MAX_QUOTED = 200

/**
 * Requires the style sheets of another bundler to end at the tab (D34), as the build of the kit limits its own.
 *
 * @param dist absolute path of a production build
 * @returns a finding per style sheet that reaches further
 */
export async function checkTabStyles(manifest: ReleaseManifest, dist: string): Promise<Finding[]> {
  const container = containerGlobal(manifest.name, manifest)
  const sheets = (await filesIn(dist)).filter(({ path }) => path.endsWith('.css'))
  return sheets.flatMap(({ path, content }) => {
    const found = unlimitedIn(content.toString(), container)
    if (found.length === 0) return []
    const message = `${path} of ${manifest.name} reaches beyond its tab: ${excerpt(found.join(', '), MAX_QUOTED)}.`
    const fix = `Begin every selector with [data-styles="${container}"], as the class TabStyles of docs/other-builds.md does.`
    return [buildFailed(message, fix)]
  })
}

function unlimitedIn(sheet: string, container: string): string[] {
  try {
    return unlimitedStyles(sheet, container)
  } catch (error) {
    return [asCommandError(error).message]
  }
}
