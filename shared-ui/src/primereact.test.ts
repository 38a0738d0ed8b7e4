import { localeOptions } from 'primereact/api'
import { describe, expect, it } from 'vitest'
import { setSpanishLocale } from './primereact'

describe('setSpanishLocale', () => {
  it("sets PrimeReact's labels, including those for assistive technology", () => {
    setSpanishLocale()
    expect(localeOptions('es')).toMatchObject({
      emptyMessage: 'No se han encontrado resultados',
      aria: { close: 'Cerrar' },
    })
  })
})
