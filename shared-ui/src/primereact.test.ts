import { localeOptions } from 'primereact/api'
import { describe, expect, it } from 'vitest'
import { speakSpanish } from './primereact'

describe('speakSpanish', () => {
  it("sets PrimeReact's labels, those of assistive technology too", () => {
    speakSpanish()
    expect(localeOptions('es')).toMatchObject({
      emptyMessage: 'No se han encontrado resultados',
      aria: { nextPageLabel: 'Siguiente Página' },
    })
  })
})
