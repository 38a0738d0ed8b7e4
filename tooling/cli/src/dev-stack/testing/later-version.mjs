/** Preloaded into a process: its backend is of a later version, which migrates the database of this one. */
import { isMainThread, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

if (isMainThread || workerData?.database) {
  register()
  const { addLaterMigration } = await import('@canje/reference-backend/testing/later-migration')
  addLaterMigration()
}
