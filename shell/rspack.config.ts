import { hostConfig } from '../rspack.base'

export default hostConfig(import.meta.url)
