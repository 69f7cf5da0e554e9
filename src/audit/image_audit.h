#pragma once

#include "audit/audit.h"

namespace gb10 {

/// Audits a container image (docker save, OCI layout): its Python packages and the libraries of the
/// system in it, for the target.
Result<Audit> audited_image(const HostView& host, const std::string& path,
                            const AuditSetting& setting);

}  // namespace gb10
