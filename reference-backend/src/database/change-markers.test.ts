import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createServerDatabase, describeOnEachEngine, type TestDatabase } from '../testing/engines'
import { changeMarkers } from './change-markers'
import { openDatabase } from './connect'
import type { Database } from './schema'

const addCode = (database: Database, name: string) => database.insertInto('codes').values({ name }).execute()

describeOnEachEngine('change markers', (createDatabase) => {
  let place: TestDatabase
  let database: Database
  const markers = () => changeMarkers(database, ['codes', 'users'])

  beforeAll(async () => {
    place = await createDatabase()
    database = await openDatabase(place.choice)
  })
  afterAll(async () => {
    await database.destroy()
    await place.remove()
  })

  it('are one for each table, and another after each change of it', async () => {
    const [codes, users] = await markers()
    await addCode(database, 'FIRST')
    const [changed, kept] = await markers()

    expect(changed).toMatch(/^[\da-f-]{36}$/)
    expect(changed).not.toBe(codes)
    expect(kept).toBe(users)
  })

  it('outlive a restart', async () => {
    const before = await markers()
    await database.destroy()
    database = await openDatabase(place.choice)

    expect(await markers()).toEqual(before)
  })
})

describe.runIf(inject('postgresUrl'))('the change markers of a table that several write to', () => {
  it('are new as soon as the change is there to be seen, and not before', async () => {
    const place = await createServerDatabase()
    const database = await openDatabase(place.choice)
    const markers = () => changeMarkers(database, ['codes'])
    const before = await markers()

    await database.transaction().execute(async (transaction) => {
      await addCode(transaction, 'SLOW')
      expect(await markers()).toEqual(before)
    })
    const after = await markers()
    expect(after).not.toEqual(before)

    const seen = new Set<string>()
    const names = Array.from({ length: 20 }, (_, index) => `MANY${index}`)
    await Promise.all(names.map((name) => addCode(database, name).then(async () => seen.add(String(await markers())))))
    expect(seen).not.toContain(String(after))
    expect(seen).toContain(String(await markers()))
    await database.destroy()
    await place.remove()
  })
})
