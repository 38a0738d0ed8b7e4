import { describeLoad } from '@canje/tab-testing'
import { tab } from './tab'

describeLoad(tab)
