import { openDatabase } from 'reference-backend/src/database/connect'
import { expect, it } from 'vitest'
import { waitingPercent } from './backend-waits'

it('has no share to tell of a database that nobody has read', async () => {
  const database = await openDatabase({ kind: 'memory' })
  await expect(waitingPercent(database, Promise.resolve(), 1)).rejects.toThrow('never seen at work')
  await database.destroy()
})
