#include "Needless.h"
