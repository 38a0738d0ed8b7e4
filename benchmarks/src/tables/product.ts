import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Scope } from '@canje/cli/project'
import type { Browser } from '@playwright/test'
import { build } from 'esbuild'
import { startProduct as serveProduct } from 'repo/testing'
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
    const services = { SECURITY_URL: data.url, API_URL: data.url }
    const { shellUrl } = await scope.open(serveProduct(services))
    const browser = await scope.open(openBrowser(scope.signal))
    const scripts = { probe: await script('probe.ts'), plain: await script('bare-loops.ts') }
    return { shellUrl, data, browser, ...scripts, close: () => scope.close() }
  } catch (error) {
    await scope.close()
    throw error
  }
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
