import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NONCE_PLACEHOLDER } from './content-security-policy'
import type { ShellConfig } from './shell-server'

/**
 * The shell's page for one answer, with the nonce in place of its placeholder.
 *
 * @param root absolute path of the shell's production build
 * @param registry absolute path of the registry's file. With it, the page has the configuration and the registry in it,
 *   which saves two round trips; the shell asks for what the page does not have.
 */
export async function shellPage(root: string, config: ShellConfig, nonce: string, registry?: string): Promise<string> {
  const html = (await readFile(join(root, 'index.html'), 'utf8')).replaceAll(NONCE_PLACEHOLDER, nonce)
  if (!registry) return html
  const data = [
    dataBlock('config', JSON.stringify(config)),
    dataBlock('registry', await readFile(registry, 'utf8').catch(() => undefined)),
  ]
  return html.replace('<body>', () => `<body>${data.join('')}`)
}

/** Data for a script of the page; a browser runs nothing of it. */
function dataBlock(name: string, json: string | undefined): string {
  // Within the element only `<` could end it.
  return json ? `<script type="application/json" id="inlined-${name}">${json.replaceAll('<', '\\u003c')}</script>` : ''
}
