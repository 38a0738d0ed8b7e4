import { openDatabase, selectCodes, selectReport } from '@canje/reference-backend/testing'
import { expect, it } from 'vitest'
import { fillTables } from './backend-data'

it('creates the requested number of rows, with two codes of five redeemed', async () => {
  const database = await openDatabase({ kind: 'memory' })
  await fillTables(database, 1_000)

  const codes = await selectCodes(database).execute()
  const report = await selectReport(database).execute()
  expect(codes).toHaveLength(1_000)
  expect(new Set(codes.map(({ name }) => name)).size).toBe(1_000)
  expect(codes.filter(({ used }) => used === 1)).toHaveLength(400)
  expect(report).toHaveLength(1_100)
  expect(report.filter(({ code }) => code)).toHaveLength(400)
  await database.destroy()
})
