import type { BackendOptions } from '@canje/reference-backend'
import type { TestProject } from 'vitest/node'
import { provideBackends, start } from './global-setup'

/**
 * Global setup of tests that change data: each worker has a reference backend of its own.
 *
 * @param makeOptions called for each backend
 * @returns closes the backends
 */
export default async function startBackendPerWorker(
  project: TestProject,
  makeOptions?: () => Promise<Partial<BackendOptions>>,
): Promise<() => Promise<void>> {
  const { testFiles } = await project.globTestFiles()
  const count = Math.min(project.config.maxWorkers, testFiles.length)
  const backends = await Promise.all(Array.from({ length: count }, async () => start(await makeOptions?.())))
  provideBackends(project, backends)
  return async () => {
    await Promise.all(backends.map(({ close }) => close()))
  }
}
