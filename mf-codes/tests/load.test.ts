import { describeLoad } from '@canje/tab-testing'
import { codes } from './tab'

describeLoad(codes)
