import { localeOptions } from 'primereact/api'
import { describe, expect, it } from 'vitest'
import { setSpanishLocale } from './primereact'

describe('setSpanishLocale', () => {
  it("sets PrimeReact's labels, including those for assistive technology", () => {
    setSpanishLocale()
    expect(localeOptions('es')).toMatchObject({
      emptyMessage: 'No se han encontrado resultados',
      aria: { nextPageLabel: 'Siguiente página' },
    })
  })

  it('has no label with a capital after its first word', () => {
    setSpanishLocale()
    const { aria } = localeOptions('es') as { aria: Record<string, string> }
    expect(aria).toMatchObject({ firstPageLabel: 'Primera página', pageLabel: 'Página {page}' })
    expect(Object.values(aria).filter((label) => / \p{Lu}/u.test(label))).toEqual([])
  })
})
