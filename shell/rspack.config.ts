import { hostConfig } from '@canje/build/rspack'
import { compress } from '@canje/release-store'

export default hostConfig(import.meta.url, compress)
