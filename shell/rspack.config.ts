import { compress } from '@canje/release-store'
import { hostConfig } from '../rspack.base'

export default hostConfig(import.meta.url, compress)
