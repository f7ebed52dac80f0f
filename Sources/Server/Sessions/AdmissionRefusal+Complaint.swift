import Transport

extension AdmissionRefusal {
  /// What to tell whoever runs the server, who can raise the bound; nil where it is the server's own, which the
  /// numbers tell of.
  var complaint: String? {
    switch self {
    case .full, .address: nil
    case .descriptors:
      "No connection can be taken for a moment: the process has no descriptor left. Those that come wait; "
        + "raise LimitNOFILE=, or ulimit -n."
    case .watches:
      "Nobody more can be taken for a moment: this machine watches no more sockets for this user. Those who are "
        + "connected are served; raise fs.epoll.max_user_watches (sysctl)."
    }
  }
}
