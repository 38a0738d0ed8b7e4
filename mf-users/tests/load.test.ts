import { describeLoad } from '@canje/tab-testing'
import { users } from './tab'

describeLoad(users)
