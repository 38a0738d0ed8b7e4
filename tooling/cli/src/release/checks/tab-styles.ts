import { unlimitedStyles } from '@canje/build/unlimited-styles'
import { containerGlobal, excerpt, type ReleaseManifest } from '@canje/registry'
import type { BuiltFiles } from '@canje/release-store'
import { asCommandError } from '../../project/command-error'
import type { Finding } from '../findings'
import { buildFailed } from './dist'

/**
 * Requires style sheets to end at the tab (D34, tab styles), as the build of the kit limits its own.
 *
 * @returns a finding per style sheet that reaches further
 */
export function checkTabStyles(manifest: ReleaseManifest, files: BuiltFiles): Finding[] {
  const container = containerGlobal(manifest.name, manifest)
  const findings: Finding[] = []
  for (const [path, content] of files) {
    if (!path.endsWith('.css')) continue
    // As in a browser, without a byte order mark.
    const found = unlimitedIn(new TextDecoder().decode(content), container)
    if (found.length === 0) continue
    const message = `${path} of ${manifest.name} reaches beyond its tab: ${excerpt(found.join(', '))}.`
    const fix = `Begin every selector with [data-styles="${container}"], as the class TabStyles of docs/other-builds.md does.`
    findings.push(buildFailed(message, fix))
  }
  return findings
}

function unlimitedIn(sheet: string, container: string): string[] {
  try {
    return unlimitedStyles(sheet, container)
  } catch (error) {
    return [asCommandError(error).message]
  }
}
