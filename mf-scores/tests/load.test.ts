import { describeLoad } from '@canje/tab-testing'
import { scores } from './tab'

describeLoad(scores)
