import { es } from 'primelocale/js/es.js'
import { type APIOptions, addLocale, locale } from 'primereact/api'

/**
 * Sets PrimeReact's own labels to Spanish (D20). The host calls it once, before the first render:
 * the provider's `locale` alone paints English first.
 */
export function speakSpanish(): void {
  // addLocale merges shallowly, so it gets every label of the locale.
  addLocale('es', es)
  locale('es')
}

/** Options for the host's `PrimeReactProvider`. */
export const primeReactOptions: Partial<APIOptions> = { locale: 'es' }
