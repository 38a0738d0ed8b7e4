import type { TestProject } from 'vitest/node'
import { startBackends } from './global-setup'

/** Global setup of tests that change data: each worker has a reference backend of its own. */
export default function startBackendPerWorker(project: TestProject): Promise<() => Promise<void>> {
  return startBackends(project, Number(project.config.maxWorkers))
}
