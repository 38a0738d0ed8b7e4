import { es } from 'primelocale/js/es.js'
import { addLocale, locale } from 'primereact/api'

/**
 * Sets PrimeReact's built-in labels to Spanish (D20, locale). The host calls it once, before the first render:
 * with the provider's `locale` alone, the first frame is English.
 */
export function setSpanishLocale(): void {
  addLocale('es', es)
  locale('es')
}
