import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'

/** Records what a browser shows, for a person who must find the cause of a finding. */
export interface Artifacts {
  /** Writes `<name>.png`. */
  screenshot(page: Page, name: string): Promise<void>
  /** Writes the last screenshots, `console.txt`, and `trace.zip` for `npx playwright show-trace`. */
  close(): Promise<void>
}

const NONE: Artifacts = { screenshot: async () => undefined, close: async () => undefined }

/** @param folder absolute path; undefined records nothing */
export async function recordArtifacts(context: BrowserContext, folder: string | undefined): Promise<Artifacts> {
  if (folder === undefined) return NONE
  await mkdir(folder, { recursive: true })
  const lines: string[] = []
  context.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`))
  context.on('weberror', (error) => lines.push(`uncaught: ${error.error().message}`))
  await context.tracing.start({ screenshots: true, snapshots: true })
  const screenshot = async (page: Page, name: string) => {
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, caret: 'initial' })
  }
  return {
    screenshot,
    async close() {
      // A page whose thread is blocked has none.
      for (const page of context.pages()) await screenshot(page, 'end').catch(() => undefined)
      await context.tracing.stop({ path: join(folder, 'trace.zip') })
      await writeFile(join(folder, 'console.txt'), `${lines.join('\n')}\n`)
    },
  }
}

/** The folder of a module in a shell, in that of `--artifacts`. */
export function artifactsOf(folder: string | undefined, shell: string, module: string): string | undefined {
  return folder && join(folder, new URL(shell).host.replace(':', '-'), module.replaceAll(/[^\w.@-]+/g, '-'))
}
