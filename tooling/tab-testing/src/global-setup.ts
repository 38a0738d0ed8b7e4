import { hasTab, readPackage, withOrigins } from '@canje/cli/project'
import type { BackendOptions } from '@canje/reference-backend'
import type { TestProject } from 'vitest/node'
import { startBackend, type TestBackend } from './start-backend'

/** Origin of the jsdom page, set by `url` in vitest.js. */
const pageOrigin = 'http://localhost:3000'

declare global {
  /** Of all projects of a run. Each of them loads this module itself. */
  var sharedBackend: Promise<TestBackend> | undefined
}

/** Starts the reference backend in memory, once per run. Vitest calls the returned function at the end. */
export default async function shareBackend(project: TestProject): Promise<() => Promise<void>> {
  globalThis.sharedBackend ??= start()
  provideBackends(project, [await globalThis.sharedBackend])
  return async () => {
    const backend = globalThis.sharedBackend
    globalThis.sharedBackend = undefined
    await (await backend)?.close()
  }
}

export function provideBackends({ provide, config: { root } }: TestProject, backends: TestBackend[]): void {
  const { settings, connect = [] } = hasTab(root) ? readPackage(root) : {}
  provide('settings', settings)
  provide('connect', withOrigins(connect, settings) as string[])
  provide(
    'backends',
    backends.map(({ securityUrl, apiUrl, staffFolder }) => ({ securityUrl, apiUrl, staffFolder })),
  )
}

/** Starts a reference backend with data of its own. */
export function start(options?: Partial<BackendOptions>): Promise<TestBackend> {
  return startBackend(pageOrigin, options)
}
