import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Engine } from './engine'
import { openFirefox } from './firefox'
import { Person } from './person'
import { releaseScores } from './releases'
import { openWebKit } from './webkit'

describe.each([
  ['Firefox', 1, openFirefox],
  ['WebKit', 2, openWebKit],
])('%s', (_engine, major, openEngine) => {
  let engine: Engine
  let person: Person
  beforeAll(async () => {
    engine = await openEngine()
    return () => engine.close()
  })
  beforeEach(async () => {
    person = new Person(await engine.open(), inject('shellUrl'))
    await person.signIn()
    return () => person.leave()
  })

  it('signs in, and shows the first tab', async () => {
    await person.sees('[role=tab][aria-selected=true]', 'Usuarios')
  })

  it('shows the rows of each tab', async () => {
    for (const tab of ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']) {
      const panel = await person.openTab(tab)
      await expect.poll(() => person.texts(`${panel} tbody tr`)).toHaveLength(10)
    }
  })

  it('finds what is searched', async () => {
    const panel = await person.openTab('Codigos')
    const [code = ''] = await person.texts(`${panel} tbody tr a`)
    await person.fill(/^Buscar en/, code.trim(), panel)
    await person.sees(`${panel} .found`, /^\d /)
    const otherRows = async () => (await person.texts(`${panel} tbody tr`)).filter((row) => !row.includes(code.trim()))
    await expect.poll(otherRows).toEqual([])
  })

  it('opens the panel of a person', async () => {
    const panel = await person.openTab('Usuarios')
    const [name = ''] = await person.texts(`${panel} tbody tr a`)
    await person.press('link', name.trim(), `${panel} tbody`)
    await person.sees(`${panel} [role=dialog]`, name)
  })

  it('creates codes', async () => {
    const panel = await person.openTab('Codigos')
    await person.press('button', 'Crear codigo', panel)
    await person.fill('Cantidad Codigos', '3', '[role=dialog]')
    await person.press('button', 'Crear', '[role=dialog]')
    await person.sees('[aria-label=Comprobante]', /Nuevos \(3\)/)
  })

  it('deletes a code, and takes that back', async () => {
    const panel = await person.openTab('Codigos')
    await person.press('button', /^Borrar [A-Z0-9]+$/, `${panel} tbody`)
    await person.sees('[aria-label=Comprobante]', 'Eliminado ')
    const [receipt = ''] = await person.texts('[aria-label=Comprobante]')
    const [, code = ''] = /Eliminado (\S+)/.exec(receipt) ?? []
    // The receipt is shown with the response, and the row leaves with the rows that are requested after it.
    await person.seesNo(`${panel} tbody`, code)
    await person.press('button', 'Deshacer')
    await person.sees(`${panel} tbody`, code)
  })

  it('ends the session', async () => {
    await person.press('button', 'Cerrar sesión')
    await person.sees('h1, h2', 'Bienvenido')
    await person.open('/main')
    await person.sees('h1, h2', 'Bienvenido')
  })

  it('sees a roll-back the next time that a tab opens', async () => {
    const release = await releaseScores(`${major}.1.0`)
    await person.openTab('Puntaje')
    await person.sees(`[data-release="mf-scores@${major}.1.0"]`)
    await release.rollBack()
    await person.open('/main?tab=puntaje')
    await person.sees(`[data-release="mf-scores@1.0.0"]`)
  })

  it('runs no changed bytes, and shows the release before', async () => {
    const release = await releaseScores(`${major}.2.0`)
    await release.change()
    await person.openTab('Puntaje')
    await person.sees(`[data-release="mf-scores@1.0.0"]`)
    await release.rollBack()
  })
})
