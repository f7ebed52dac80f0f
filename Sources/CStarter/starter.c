#include "CStarter.h"

// In C, for its `#embed` (C23): as an array literal in Swift, which is what SwiftPM's `.embedInCode`
// writes, the file takes longer to compile than all other sources of the catalogue.
static const unsigned char file[] = {
#embed "starter.json"
};

struct StarterBytes starter_json(void) {
  return (struct StarterBytes){.bytes = file, .count = sizeof file};
}
