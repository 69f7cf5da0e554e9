#include "audit/image_audit.h"

namespace gb10 {

Result<Audit> audited_image(const HostView&, const std::string& path, const AuditSetting&) {
  return Error{Error::Kind::unsupported, path + " is an image"};
}

}  // namespace gb10
