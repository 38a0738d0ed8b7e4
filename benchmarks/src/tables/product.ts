import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAndRelease, createRemotesServer, createShellServer, listen, releaseStoreIn } from '@canje/cli/dev-stack'
import { findRemotes, readPackage, Scope } from '@canje/cli/project'
import type { Browser } from '@playwright/test'
import { build } from 'esbuild'
import { ROOT } from 'repo'
import { openBrowser } from '../browser'
import { type DataServer, startDataServer } from './server'

/** Canje as built and released, with a data server of the benchmark and a browser. */
export interface Product {
  shellUrl: string
  data: DataServer
  browser: Browser
  /** The scripts that pages run first: those of Canje, and those of bare loops. */
  probe: string
  plain: string
  close(): Promise<void>
}

/** Builds, releases and serves the product, and starts a browser. */
export async function startProduct(stop: AbortSignal): Promise<Product> {
  const scope = new Scope(stop)
  try {
    const data = await scope.open(startDataServer())
    const shellUrl = await serveProduct(data.url, scope)
    const browser = await scope.open(openBrowser(scope.signal))
    const scripts = { probe: await script('probe.ts'), plain: await script('bare-loops.ts') }
    return { shellUrl, data, browser, ...scripts, close: () => scope.close() }
  } catch (error) {
    await scope.close()
    throw error
  }
}

async function serveProduct(dataUrl: string, scope: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-bench-'))
  scope.open(Promise.resolve({ close: () => rm(folder, { recursive: true, force: true }) }))
  const shell = readPackage(join(ROOT, 'shell'))
  const authority = await buildAndRelease(folder, shell, findRemotes(ROOT), scope.signal)
  const remotesUrl = await listen(await scope.open(createRemotesServer(releaseStoreIn(folder))), 0)
  const config = {
    securityUrl: dataUrl,
    apiUrl: dataUrl,
    registryUrl: `${remotesUrl}/registry.json`,
    ...authority,
  }
  return listen(await scope.open(createShellServer(join(shell.directory, 'dist'), config)), 0)
}

/** Bundles a file of this folder for a page. */
async function script(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(dirname(fileURLToPath(import.meta.url)), file)],
    bundle: true,
    minify: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.text ?? ''
}
